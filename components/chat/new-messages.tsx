"use client";

import { useQueryClient } from "@tanstack/react-query";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { knownThread, loadOlder, type Message, questionOf } from "@/components/data/thread";
import { inReadingOrder } from "@/lib/platform/thread/order";

/** The message from `from` on that one who reads comes to first. */
const firstRead = (messages: Message[], from: number, me: number): number | undefined =>
  inReadingOrder(messages, questionOf).find(({ id, from_user_id }) => id >= from && from_user_id !== me)?.id;

/** The earlier of `count` messages of others at the end of a thread. */
function nthLast(messages: Message[], count: number, upTo: number, me: number): number | undefined {
  const others = messages.filter(({ id, from_user_id }) => id <= upTo && from_user_id !== me);
  return count > 0 ? others.at(-count)?.id : undefined;
}

/**
 * Where what the reader has not seen begins: what was unread when the chat was
 * opened, later what came while the page was out of sight.
 */
export function useNewMessages(chat: Chat, messages: Message[]) {
  const client = useQueryClient();
  const { me } = usePeople();
  const [atOpening] = useState({ count: chat.unread_count, last: messages.at(-1)?.id ?? 0 });
  const [since, setSince] = useState<number>();
  const [isSeen, setIsSeen] = useState(false);
  const found = useRef<number>(undefined);
  const last = useRef(0);
  last.current = messages.at(-1)?.id ?? 0;
  useEffect(() => {
    const look = () => document.visibilityState === "hidden" && setSince(last.current);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);

  const find = useCallback(
    (among: Message[]) => {
      found.current ??= nthLast(among, atOpening.count, atOpening.last, me.id);
      return found.current;
    },
    [atOpening, me.id],
  );
  const from = since === undefined ? find(messages) : since + 1;
  const firstId = from === undefined ? undefined : firstRead(messages, from, me.id);

  /** Reads back to the first unread message. */
  const seek = useCallback(async () => {
    for (;;) {
      const known = knownThread(client, chat.uuid);
      const from = find(known?.messages ?? []);
      if (known && from !== undefined) return firstRead(known.messages, from, me.id);
      if (!known?.hasOlder) return known?.messages[0]?.id;
      await loadOlder(client, chat.uuid);
    }
  }, [client, chat.uuid, find, me.id]);

  return {
    firstId,
    /** How many of them to offer a way to: none once they were in sight. */
    unseen: isSeen || since !== undefined ? 0 : atOpening.count,
    seek,
    seen: useCallback(() => setIsSeen(true), []),
  };
}

/** The line above the first new message. */
export function NewMark({ onSeen }: { onSeen: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen());
    watch.observe(line.current!);
    return () => watch.disconnect();
  }, [onSeen]);
  return (
    <p ref={line} className="flex items-center gap-3 pt-2 pb-4 font-medium text-highlight text-xs">
      <span className="h-px flex-1 bg-highlight" />
      New messages
      <span className="h-px flex-1 bg-highlight" />
    </p>
  );
}

/** The way up to the new messages, once it is known that they are not in sight. */
export function ToNew({ count, onGo }: { count: number; onGo: () => void }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), 300);
    return () => clearTimeout(timer);
  }, []);
  if (!isDue || count === 0) return null;
  return (
    <button
      type="button"
      onClick={onGo}
      className="appear absolute top-3 left-1/2 inline-flex -translate-x-1/2 items-center gap-1.5 rounded-full border bg-raised px-3.5 py-1.5 text-sm shadow-float hover:bg-hover pointer-coarse:py-2.5"
    >
      <ArrowUp className="size-4" aria-hidden /> {count === 1 ? "1 new message" : `${count} new messages`}
    </button>
  );
}
