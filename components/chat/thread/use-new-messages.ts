"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { parseComparison } from "@/components/chat/compare/columns";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { findCachedThread, getAnsweredQuestionId, loadOlder, type Message } from "@/components/data/thread";
import { toReadingOrder } from "@/lib/platform/thread/order";

// Returns the id of the first message by others, in reading order, whose id is at least `from`.
const findFirstUnseenId = (messages: Message[], from: number, me: number): number | undefined =>
  toReadingOrder(messages, getAnsweredQuestionId).find(
    ({ id, from_user_id }) => id >= from && from_user_id !== me,
  )?.id;

// Returns the id of the `count`th last message by others up to the id `upTo`; a comparison counts as one message.
function findNthLastId(messages: Message[], count: number, upTo: number, me: number): number | undefined {
  const others = messages.filter(
    (message) => message.id <= upTo && message.from_user_id !== me && !parseComparison(message)?.position,
  );
  return count > 0 ? others.at(-count)?.id : undefined;
}

/**
 * Tracks where unseen messages begin: at the first unread message when the chat opens, later at the first one that
 * arrived while the page was hidden.
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
      found.current ??= findNthLastId(among, atOpening.count, atOpening.last, me.id);
      return found.current;
    },
    [atOpening, me.id],
  );
  const from = since === undefined ? find(messages) : since + 1;
  const firstId = from === undefined ? undefined : findFirstUnseenId(messages, from, me.id);

  // Loads earlier pages back to the first unread message.
  const seek = useCallback(async () => {
    for (;;) {
      const thread = findCachedThread(client, chat.uuid);
      const from = find(thread?.messages ?? []);
      if (thread && from !== undefined) return findFirstUnseenId(thread.messages, from, me.id);
      if (!thread?.hasOlder) return thread?.messages[0]?.id;
      await loadOlder(client, chat.uuid);
    }
  }, [client, chat.uuid, find, me.id]);

  return {
    firstId,
    /** Number of unseen messages that a jump is offered to; 0 after they were visible. */
    unseen: isSeen || since !== undefined ? 0 : atOpening.count,
    seek,
    seen: useCallback(() => setIsSeen(true), []),
  };
}
