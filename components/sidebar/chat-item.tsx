"use client";

import ChevronRight from "lucide-react/icons/chevron-right";
import Globe from "lucide-react/icons/globe";
import Link, { useLinkStatus } from "next/link";
import { type KeyboardEvent, memo, Suspense, useState } from "react";
import { HeldMails } from "@/components/automation/inbound-mail/held-mails";
import { lazy } from "@/components/browser/lazy";
import { useDraft } from "@/components/chat/composer/drafts";
import { ChatMenu } from "@/components/chat/menu/chat-menu";
import type { ListedChat } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { stripMarkdown } from "@/components/markdown/plain";
import type { MenuItem } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import type { Translate } from "@/lib/platform/words/translate";
import { startDrag } from "./dragging";
import { DropTarget } from "./drop-target";
import { useSelection } from "./selection";
import { UnreadCount } from "./unread";
import type { Order } from "./use-order";

const NestedChats = lazy(() => import("./nested-chats").then((file) => ({ default: file.NestedChats })));

type ChatItemProps = {
  chat: ListedChat;
  isOpen: boolean;
  order?: Order;
};

export const ChatItem = memo(function ChatItem({ chat, isOpen, order }: ChatItemProps) {
  const t = useTranslations("sidebar");
  const [isExpanded, setIsExpanded] = useState(false);
  const { chosen, toggle } = useSelection();
  const moves = order ? movesIn(t, order, chat.uuid) : [];
  const hasSubChats = chat.sub_chats_count > 0;
  return (
    <li draggable={!chosen} onDragStart={(event) => startDrag(event, chat.uuid)}>
      <DropTarget
        className="group/item relative"
        over="border-t-2 border-accent"
        onDrop={order && ((uuid) => order.moveBefore(uuid, chat.uuid))}
      >
        {chosen ? (
          <label className="flex cursor-pointer items-center gap-3 rounded-lg py-2 pe-2 ps-5.5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.has(chat.uuid)}
              onChange={() => toggle(chat)}
            />
            <span dir="auto" className="min-w-0 flex-1 truncate-own text-sm">
              {chat.name}
            </span>
          </label>
        ) : (
          <ChatLink {...{ chat, isOpen, order }} />
        )}
        {hasSubChats && !chosen && (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={t("subChats", { name: chat.name })}
            onClick={() => setIsExpanded(!isExpanded)}
            className="absolute top-1.5 start-0 inline-flex size-6 items-center justify-center rounded-md text-muted hover:text-ink pointer-coarse:size-8"
          >
            <ChevronRight
              className={`size-3.5 transition-transform ${isExpanded ? "rotate-90 rtl:-rotate-90" : ""}`}
              aria-hidden
            />
          </button>
        )}
        {!chosen && (
          <ChatMenu
            chat={chat}
            label={t("actions", { name: chat.name })}
            moves={moves}
            className="absolute top-1 end-1.5 inline-flex size-7 pointer-coarse:top-0.5 items-center justify-center rounded-md bg-raised text-muted opacity-0 pointer-coarse:bg-transparent hover:text-ink focus-visible:opacity-100 group-hover/item:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100"
          />
        )}
      </DropTarget>
      {isExpanded && hasSubChats && (
        <Suspense>
          <SubChats chat={chat} />
        </Suspense>
      )}
    </li>
  );
});

function ChatLink({ chat, isOpen, order }: ChatItemProps) {
  const t = useTranslations("sidebar");
  const isUnread = chat.unread_count > 0 && !isOpen;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!order || !event.altKey || !by) return;
    event.preventDefault();
    order.moveBy(chat.uuid, by as -1 | 1);
  };
  return (
    <Link
      href={`/chats/${chat.uuid}`}
      prefetch={false}
      draggable={false}
      aria-current={isOpen ? "page" : undefined}
      aria-keyshortcuts={order && "Alt+ArrowUp Alt+ArrowDown"}
      onKeyDown={onKeyDown}
      className="flex h-9 flex-col justify-center rounded-lg ps-5.5 pe-3 beside-menu:pe-10 pointer-coarse:h-11 pointer-coarse:pe-11 hover:bg-hover aria-[current]:bg-accent-soft"
    >
      <span className="flex items-center gap-2">
        <span
          dir="auto"
          className={`min-w-0 flex-1 truncate-own text-sm leading-4.5 ${isUnread ? "font-semibold" : ""}`}
        >
          {chat.name}
        </span>
        <Opening />
        {chat.is_public && (
          <span title={t("publicHelp")} className="shrink-0 text-muted">
            <Globe className="size-3.5" aria-hidden />
            <span className="sr-only"> {t("public")}</span>
          </span>
        )}
        <HeldMails count={chat.held_mails_count} />
        <UnreadCount count={chat.sub_chats_unread_count} isBelow />
        {isUnread && <UnreadCount count={chat.unread_count} />}
      </span>
      <LastText chat={chat} isOpen={isOpen} />
    </Link>
  );
}

// The draft of a chat, or its tags and last message.
function LastText({ chat, isOpen }: Pick<ChatItemProps, "chat" | "isOpen">) {
  const t = useTranslations("sidebar");
  const draft = useDraft(chat.uuid);
  return (
    <span dir="auto" className="block h-4 truncate-own text-xs text-muted empty:hidden">
      {draft && !isOpen ? (
        <>
          <span className="text-highlight">{t("draft")}</span> {draft.slice(0, 80)}
        </>
      ) : (
        <>
          {chat.tags.length > 0 && (
            <span className="text-accent">{chat.tags.map((tag) => `#${tag} `).join("")}</span>
          )}
          {stripMarkdown(chat.last_message?.message ?? "", 120)}
        </>
      )}
    </span>
  );
}

export const renderNestedItem = (chat: ListedChat, isOpen: boolean, order: Order | undefined) => (
  <ChatItem key={chat.id} {...{ chat, isOpen, order }} />
);

function SubChats({ chat }: { chat: ListedChat }) {
  const t = useTranslations("sidebar");
  const sort = chat.sub_chat_sorting_strategy;
  return (
    <NestedChats
      asked={{ parent_chat_id: chat.uuid, ...(sort && sort !== "automatically" && { sort }) }}
      label={t("subChats", { name: chat.name })}
      empty={t("subChatsHidden")}
    >
      {renderNestedItem}
    </NestedChats>
  );
}

const movesIn = (t: Translate<"sidebar">, order: Order, uuid: string): MenuItem[] => [
  { label: t("moveUp"), hint: "Alt+↑", onSelect: () => order.moveBy(uuid, -1) },
  { label: t("moveDown"), hint: "Alt+↓", onSelect: () => order.moveBy(uuid, 1) },
];

function Opening() {
  const { pending } = useLinkStatus();
  return pending ? <Spinner className="size-3.5 text-muted" /> : null;
}
