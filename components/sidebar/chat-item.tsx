"use client";

import Link, { useLinkStatus } from "next/link";
import { memo } from "react";
import { ChatMenu } from "@/components/chat/chat-menu";
import { useDraft } from "@/components/composer/drafts";
import { Spinner } from "@/components/ui/spinner";
import type { ListedChat } from "./chats-data";

/** The begin of a message without the marks of markdown. */
const plain = (text = "") =>
  text
    .slice(0, 120)
    .replace(/[#*`_>|$~]+|\[(?=[^\]]*\]\()|\]\([^)]*\)/g, "")
    .trim();

/** A chat in the list: its name, what was said last, and how much of it is unread. */
export const ChatItem = memo(function ChatItem({ chat, isOpen }: { chat: ListedChat; isOpen: boolean }) {
  const draft = useDraft(chat.uuid);
  const isUnread = chat.unread_count > 0 && !isOpen;
  return (
    <li className="group/item relative">
      <Link
        href={`/chats/${chat.uuid}`}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        className="block rounded-lg py-2 pr-9 pl-3 hover:bg-hover aria-[current]:bg-accent-soft"
      >
        <span className="flex items-center gap-2">
          <span className={`min-w-0 flex-1 truncate text-sm ${isUnread ? "font-semibold" : ""}`}>
            {chat.name}
          </span>
          <Opening />
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
            plain(chat.last_message?.message)
          )}
        </span>
      </Link>
      <ChatMenu
        chat={chat}
        label={`Actions for ${chat.name}`}
        className="absolute top-2 right-1.5 inline-flex size-7 items-center justify-center rounded-md text-muted opacity-0 hover:bg-raised hover:text-ink focus-visible:opacity-100 group-hover/item:opacity-100 aria-expanded:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100"
      />
    </li>
  );
});

/** Turns while the chat that was clicked is on its way. */
function Opening() {
  const { pending } = useLinkStatus();
  return pending ? <Spinner className="size-3.5 text-muted" /> : null;
}
