"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useChatActions } from "@/components/chat/menu/chat-actions";
import { chatsQuery, pinned } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { ChatItem } from "./chat-item";
import { DropTarget } from "./drop-target";

export function Pinned() {
  const t = useTranslations("sidebar");
  const { id: openId } = useParams<{ id?: string }>();
  const actions = useChatActions();
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(chatsQuery(pinned));
  const chats = data?.pages.flat() ?? [];
  if (chats.length === 0) return null;
  const pin = (uuid: string) => {
    if (!chats.some((chat) => chat.uuid === uuid))
      void actions.pin({ uuid, name: "", members_count: 1 }, true);
  };
  return (
    <DropTarget onDrop={pin}>
      <section aria-label={t("pinned")}>
        <h2 className="px-3 pt-4 pb-1 text-xs font-medium text-muted">{t("pinned")}</h2>
        <ul>
          {chats.map((chat) => (
            <ChatItem key={chat.id} chat={chat} isOpen={chat.uuid === openId} />
          ))}
        </ul>
        {hasNextPage && (
          <button
            type="button"
            onClick={() => void fetchNextPage()}
            className="w-full rounded-lg px-3 py-1.5 text-start text-xs text-muted hover:bg-hover"
          >
            {t("morePinned")}
          </button>
        )}
      </section>
    </DropTarget>
  );
}
