"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import type { ReactNode } from "react";
import { type ChatFilter, chatsQuery, type ListedChat } from "@/components/data/chats";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { useLive } from "@/components/live/live";
import { Spinner } from "@/components/ui/spinner";
import { type Order, useOrder } from "./use-order";

export function NestedChats({
  asked,
  label,
  empty,
  children: item,
}: {
  asked: ChatFilter;
  label: string;
  empty: string;
  /** @param order Present in a list with a custom order */
  children: (chat: ListedChat, isOpen: boolean, order: Order | undefined) => ReactNode;
}) {
  const t = useTranslations("sidebar");
  const problem = useProblem();
  const { isAway } = useLive();
  const { id: openId } = useParams<{ id?: string }>();
  const { data, error, isPending, isPaused, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...chatsQuery(asked),
    placeholderData: undefined,
  });
  const chats = data?.pages.flat() ?? [];
  const order = useOrder(asked, chats);
  const note = "py-1.5 ps-9 text-xs text-muted";
  if (!data && (isPaused || isAway)) return <p className={note}>{t("nestedOffline")}</p>;
  if (isPending)
    return (
      <p className={note}>
        <Spinner label={t("loadingChats")} />
      </p>
    );
  if (error && !data)
    return (
      <p role="alert" className={note}>
        {problem(error)}{" "}
        <button type="button" className="underline" onClick={() => void refetch()}>
          {t("tryAgain")}
        </button>
      </p>
    );
  if (chats.length === 0) return <p className={note}>{empty}</p>;
  return (
    <>
      <ul aria-label={label} className="ms-3.5 border-s ps-1">
        {chats.map((chat) => item(chat, chat.uuid === openId, asked.sort === "manually" ? order : undefined))}
        {hasNextPage && (
          <li>
            <button
              type="button"
              onClick={() => void fetchNextPage()}
              className="w-full rounded-lg px-3 py-1.5 text-start text-xs text-muted hover:bg-hover"
            >
              {t("moreChats")}
            </button>
          </li>
        )}
      </ul>
      <p role="status" className="sr-only">
        {order.said}
      </p>
    </>
  );
}
