"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { comparisonOf } from "@/components/compare/columns";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { knownThread, loadOlder, type Message, questionOf } from "@/components/data/thread";
import { inReadingOrder } from "@/lib/platform/thread/order";

/** The message from `from` on that one who reads comes to first. */
const firstRead = (messages: Message[], from: number, me: number): number | undefined =>
  inReadingOrder(messages, questionOf).find(({ id, from_user_id }) => id >= from && from_user_id !== me)?.id;

/** The earlier of `count` messages of others at the end of a thread; of replies side by side only the first counts. */
function nthLast(messages: Message[], count: number, upTo: number, me: number): number | undefined {
  const others = messages.filter(
    (message) => message.id <= upTo && message.from_user_id !== me && !comparisonOf(message)?.position,
  );
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
