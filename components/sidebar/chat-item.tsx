"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import Globe from "lucide-react/icons/globe";
import Link, { useLinkStatus } from "next/link";
import { useParams } from "next/navigation";
import { type KeyboardEvent, memo, useState } from "react";
import { useChatActions } from "@/components/chat/chat-actions";
import { ChatMenu } from "@/components/chat/chat-menu";
import { useDraft } from "@/components/composer/drafts";
import { type Asked, chatsQuery, type ListedChat } from "@/components/data/chats";
import { workspacesQuery } from "@/components/data/workspaces";
import { HeldMails } from "@/components/inbound-mail/held-mails";
import { plain } from "@/components/markdown/plain";
import type { MenuItem } from "@/components/ui/menu";
import { Spinner } from "@/components/ui/spinner";
import { beginDrag } from "./dragging";
import { DropTarget } from "./drop-target";
import { useSelection } from "./selection";
import { type Order, useOrder } from "./use-order";

type Props = {
  chat: ListedChat;
  isOpen: boolean;
  /** Present where the list is in one's own order. */
  order?: Order;
};

/** A chat in the list: its name, what was said last, how much of it is unread, and its sub-chats. */
export const ChatItem = memo(function ChatItem({ chat, isOpen, order }: Props) {
  const [isExpanded, setIsExpanded] = useState(false);
  const draft = useDraft(chat.uuid);
  const { chosen, toggle } = useSelection();
  const places = usePlaces(chat, order);
  const isUnread = chat.unread_count > 0 && !isOpen;
  const hasSubChats = chat.sub_chats_count > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!order || !event.altKey || !by) return;
    event.preventDefault();
    order.moveBy(chat.uuid, by as -1 | 1);
  };
  return (
    <li draggable={!chosen} onDragStart={(event) => beginDrag(event, chat.uuid)}>
      <DropTarget
        className="group/item relative"
        over="border-t-2 border-accent"
        onDrop={order && ((uuid) => order.moveBefore(uuid, chat.uuid))}
      >
        {chosen ? (
          <label className="flex cursor-pointer items-center gap-3 rounded-lg py-2 pr-2 pl-3 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.has(chat.uuid)}
              onChange={() => toggle(chat)}
            />
            <span className="min-w-0 flex-1 truncate text-sm">{chat.name}</span>
          </label>
        ) : (
          <Link
            href={`/chats/${chat.uuid}`}
            prefetch={false}
            draggable={false}
            aria-current={isOpen ? "page" : undefined}
            aria-keyshortcuts={order && "Alt+ArrowUp Alt+ArrowDown"}
            onKeyDown={onKeyDown}
            className={`block rounded-lg py-1 pr-9 leading-tight hover:bg-hover aria-[current]:bg-accent-soft ${hasSubChats ? "pl-6" : "pl-3"}`}
          >
            <span className="flex items-center gap-2">
              <span className={`min-w-0 flex-1 truncate text-sm ${isUnread ? "font-semibold" : ""}`}>
                {chat.name}
              </span>
              <Opening />
              {chat.is_public && (
                <span title="Visitors can write here" className="shrink-0 text-muted">
                  <Globe className="size-3.5" aria-hidden />
                  <span className="sr-only"> Public</span>
                </span>
              )}
              <HeldMails count={chat.held_mails_count} />
              {isUnread && (
                <span className="shrink-0 rounded-full bg-highlight px-1.5 text-xs font-semibold text-on-highlight">
                  {chat.unread_count > 99 ? "99+" : chat.unread_count}
                  <span className="sr-only"> unread</span>
                </span>
              )}
            </span>
            <span className="block h-4 truncate text-xs text-muted">
              {draft && !isOpen ? (
                <>
                  <span className="text-highlight">Draft:</span> {draft.slice(0, 80)}
                </>
              ) : (
                plain(chat.last_message?.message ?? "", 120)
              )}
            </span>
          </Link>
        )}
        {hasSubChats && !chosen && (
          <button
            type="button"
            aria-expanded={isExpanded}
            aria-label={`Sub-chats of ${chat.name}`}
            onClick={() => setIsExpanded(!isExpanded)}
            className="absolute top-1 left-0 inline-flex size-6 items-center justify-center rounded-md text-muted hover:text-ink pointer-coarse:size-8"
          >
            <ChevronRight
              className={`size-3.5 transition-transform ${isExpanded ? "rotate-90" : ""}`}
              aria-hidden
            />
          </button>
        )}
        {!chosen && (
          <ChatMenu
            chat={chat}
            label={`Actions for ${chat.name}`}
            places={places}
            className="absolute top-1.5 right-1.5 inline-flex size-7 items-center justify-center rounded-md text-muted opacity-0 hover:bg-raised hover:text-ink focus-visible:opacity-100 group-hover/item:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100"
          />
        )}
      </DropTarget>
      {isExpanded && hasSubChats && <SubChats chat={chat} />}
    </li>
  );
});

function SubChats({ chat }: { chat: ListedChat }) {
  const sort = chat.sub_chat_sorting_strategy;
  return (
    <NestedChats
      asked={{ parent_chat_id: chat.uuid, ...(sort && sort !== "automatically" && { sort }) }}
      label={`Sub-chats of ${chat.name}`}
      empty="Its sub-chats are not yours to see."
    />
  );
}

/** The chats of a workspace, or the sub-chats of a chat, below it. */
export function NestedChats({ asked, label, empty }: { asked: Asked; label: string; empty: string }) {
  const { id: openId } = useParams<{ id?: string }>();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...chatsQuery(asked),
    placeholderData: undefined,
  });
  const chats = data?.pages.flat() ?? [];
  const order = useOrder(asked, chats);
  const note = "py-1.5 pl-9 text-xs text-muted";
  if (isPending)
    return (
      <p className={note}>
        <Spinner label="Loading chats" />
      </p>
    );
  if (error && !data)
    return (
      <p role="alert" className={note}>
        {error.message}{" "}
        <button type="button" className="underline" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  if (chats.length === 0) return <p className={note}>{empty}</p>;
  return (
    <>
      <ul aria-label={label} className="ml-3.5 border-l pl-1">
        {chats.map((chat) => (
          <ChatItem
            key={chat.id}
            chat={chat}
            isOpen={chat.uuid === openId}
            order={asked.sort === "manually" ? order : undefined}
          />
        ))}
        {hasNextPage && (
          <li>
            <button
              type="button"
              onClick={() => void fetchNextPage()}
              className="w-full rounded-lg px-3 py-1.5 text-left text-xs text-muted hover:bg-hover"
            >
              More chats
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

/** Where a chat can go from where it is: up and down in one's own order, into and out of workspaces. */
function usePlaces(chat: ListedChat, order: Order | undefined): MenuItem[] {
  const actions = useChatActions();
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: false });
  const inOrder: MenuItem[] = order
    ? [
        { label: "Move up", hint: "Alt+↑", onSelect: () => order.moveBy(chat.uuid, -1) },
        { label: "Move down", hint: "Alt+↓", onSelect: () => order.moveBy(chat.uuid, 1) },
      ]
    : [];
  if (chat.my_role === "member") return inOrder;
  const current = chat.chat_workspace?.id ?? null;
  return [
    ...inOrder,
    ...workspaces
      .filter(({ id }) => id !== current)
      .map(({ id, name }) => ({ label: `Move to ${name}`, onSelect: () => void actions.move(chat, id) })),
    ...(current === null
      ? []
      : [{ label: "Take out of its workspace", onSelect: () => void actions.move(chat, null) }]),
  ];
}

/** Turns while the chat that was clicked is on its way. */
function Opening() {
  const { pending } = useLinkStatus();
  return pending ? <Spinner className="size-3.5 text-muted" /> : null;
}
