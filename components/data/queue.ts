import type { QueryClient } from "@tanstack/react-query";
import { outbox } from "./outbox";
import { runsQuery } from "./thread";

// Polling interval for the replies of chats that aren't open.
const POLL_INTERVAL_MS = 5000;

/** Sends queued messages one by one when the replies of their chat have ended. Returns a function that stops it. */
export function sendQueued(client: QueryClient): () => void {
  const look = (chat: string): void => {
    const next = outbox.of(chat).find(({ isQueued }) => isQueued);
    if (!next || next.isHeld || outbox.isSending(chat)) return;
    const runs = client.getQueryData(runsQuery(chat).queryKey);
    if (runs === undefined) void client.prefetchQuery(runsQuery(chat));
    else if (runs.length === 0) void outbox.release(chat, next.key).catch(() => {});
  };
  const lookAtAll = () => outbox.queued().forEach(look);
  const timer = setInterval(() => {
    for (const chat of outbox.queued()) {
      const { queryKey } = runsQuery(chat);
      // An open chat follows its own replies.
      if (client.getQueryCache().find({ queryKey })?.isActive()) continue;
      void client.invalidateQueries({ queryKey, refetchType: "all" });
    }
  }, POLL_INTERVAL_MS);
  const ends = [
    outbox.subscribe(lookAtAll),
    client.getQueryCache().subscribe(({ type }) => type === "updated" && lookAtAll()),
  ];
  lookAtAll();
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}
