import type { QueryClient } from "@tanstack/react-query";
import { outbox } from "./outbox";
import { runsQuery } from "./thread";

/** How often it is asked whether the replies of a chat have ended that nobody looks at. In ms. */
const LOOK_EVERY = 5000;

/** Sends queued messages, one after the other, when the replies of their chat have ended; until the answer of this is called. */
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
      // An open chat hears of the end itself.
      if (client.getQueryCache().find({ queryKey })?.isActive()) continue;
      void client.invalidateQueries({ queryKey, refetchType: "all" });
    }
  }, LOOK_EVERY);
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
