"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { useChatActions } from "@/components/chat/menu/chat-actions";
import { type ChatFilter, chatsQuery, type ListedChat } from "@/components/data/chats";
import type { Moments } from "@/components/i18n/moments";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { useLive } from "@/components/live/live";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import type { Translate } from "@/lib/platform/words/translate";
import { ChatItem } from "./chat-item";
import { DropTarget } from "./drop-target";
import { type Order, useOrder } from "./use-order";
import { useFrozenOrder } from "./use-steady";

type ChatListProps = {
  asked: ChatFilter;
  /** Searches the archive instead. */
  onWiden: () => void;
  onShowAll: () => void;
};

// Polling interval while there is no live connection.
const POLL_INTERVAL_MS = 15_000;

export function ChatList({ asked, onWiden, onShowAll }: ChatListProps) {
  const t = useTranslations("sidebar");
  const problem = useProblem();
  const { isConnected } = useLive();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      ...chatsQuery(asked),
      refetchInterval: isConnected ? false : POLL_INTERVAL_MS,
    });
  // Removes duplicates: chats move between pages when the list changes.
  const chats = [...new Map((data?.pages.flat() ?? []).map((each) => [each.id, each])).values()];
  const order = useOrder(asked, chats);
  if (isPending) return <Loading />;
  if (error && !data) {
    return <ErrorState what={t("chatsFailed")} reason={problem(error)} retry={() => void refetch()} />;
  }
  const count = t(hasNextPage ? "foundOrMore" : "found", { count: chats.length });
  return (
    <>
      {chats.length === 0 ? (
        <NoChats {...{ asked, onWiden, onShowAll }} />
      ) : (
        <Chats chats={chats} asked={asked} order={order} />
      )}
      <p role="status" className="sr-only">
        {asked.search ? count : order.said}
      </p>
      {hasNextPage && <More isLoading={isFetchingNextPage} load={() => void fetchNextPage()} />}
    </>
  );
}

function Chats({ chats, asked, order }: { chats: ListedChat[]; asked: ChatFilter; order: Order }) {
  const t = useTranslations("sidebar");
  const moments = useMoments();
  const { id: openId } = useParams<{ id?: string }>();
  const actions = useChatActions();
  const isUsual = Object.keys(asked).length === 0;
  // The default list shows pinned chats in a section of their own.
  const listed = isUsual ? chats.filter(({ starred }) => !starred) : chats;
  const { steady, hold } = useFrozenOrder(listed, JSON.stringify(asked));
  const takeOut = (uuid: string) => {
    const isHere = chats.some((chat) => chat.uuid === uuid && !chat.chat_workspace);
    if (!isHere) void actions.move({ uuid, name: "", members_count: 1 }, null);
  };
  return (
    <DropTarget onDrop={takeOut} {...hold}>
      {sections(t, asked.sort ? chats : steady, moments, asked.sort).map(({ title, chats: own }) => (
        <section key={title} aria-label={title}>
          <h2 className="px-3 pt-4 pb-1 text-xs font-medium text-muted">{title}</h2>
          <ul>
            {own.map((chat) => (
              <ChatItem
                key={chat.id}
                chat={chat}
                isOpen={chat.uuid === openId}
                order={asked.sort === "manually" ? order : undefined}
              />
            ))}
          </ul>
        </section>
      ))}
    </DropTarget>
  );
}

function NoChats({ asked, onWiden, onShowAll }: ChatListProps) {
  const t = useTranslations("sidebar");
  const { search } = asked;
  const isArchive = asked.archived === true;
  if (search)
    return (
      <EmptyState
        title={t("noMatch", { search })}
        action={
          !isArchive && (
            <Button size="small" onClick={onWiden}>
              {t("searchArchive")}
            </Button>
          )
        }
      >
        {t("noMatchHelp")}
      </EmptyState>
    );
  if (isArchive) return <EmptyState title={t("archiveEmpty")}>{t("archiveEmptyHelp")}</EmptyState>;
  if (isFiltered(asked))
    return (
      <EmptyState
        title={t("noneOfFilter")}
        action={
          <Button size="small" onClick={onShowAll}>
            {t("showAll")}
          </Button>
        }
      >
        {t("noneOfFilterHelp")}
      </EmptyState>
    );
  return <EmptyState title={t("noChats")}>{t("noChatsHelp")}</EmptyState>;
}

const isFiltered = ({ starred, only_unread, chat_types, tag }: ChatFilter) =>
  Boolean(starred || only_unread || chat_types || tag);

function sections(
  t: Translate<"sidebar">,
  chats: ListedChat[],
  moments: Moments,
  sort: ChatFilter["sort"],
): { title: string; chats: ListedChat[] }[] {
  if (sort) return [{ title: t("chats"), chats }];
  const byTitle = new Map<string, ListedChat[]>();
  for (const chat of chats) {
    const title = chat.starred ? t("pinned") : moments.period(chat.last_activity_at);
    byTitle.set(title, [...(byTitle.get(title) ?? []), chat]);
  }
  return [...byTitle].map(([title, own]) => ({ title, chats: own }));
}

function More({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  const t = useTranslations("sidebar");
  const button = useRef<HTMLButtonElement>(null);
  const current = useRef(load);
  current.current = load;
  useEffect(() => {
    const watch = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) current.current();
    });
    watch.observe(button.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <button
      ref={button}
      type="button"
      onClick={load}
      className="flex w-full items-center justify-center gap-2 rounded-lg py-3 text-sm text-muted hover:bg-hover"
    >
      {isLoading ? <Spinner label={t("loadingMore")} /> : t("moreChats")}
    </button>
  );
}

function Loading() {
  const t = useTranslations("sidebar");
  return (
    <div className="space-y-2 px-3 pt-6">
      <span role="status" className="sr-only">
        {t("loadingChats")}
      </span>
      {[1, 2, 3, 4, 5].map((key) => (
        <Skeleton key={key} className="h-9" />
      ))}
    </div>
  );
}
