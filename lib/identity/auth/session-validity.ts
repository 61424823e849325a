import type { Caller } from "@/lib/api/actor";
import { unauthorized } from "@/lib/platform/errors";
import { listValid } from "./queries/session-validity";

type Watch = { viewer: Caller; lost: AbortController };

// In milliseconds: half of the second within which streams of revoked credentials must end, as a margin for a busy
// database.
const EVERY_MS = 500;
// Batch size; larger batches would block the embedded database for too long.
const MAX_BATCH_SESSIONS = 500;

const state = { watches: new Set<Watch>(), isLooking: false };

/**
 * Monitors the caller's credential during a long response, such as a stream.
 * @returns a signal that aborts within a second of revocation, with the error that the next call would get; call
 * `end` after the response
 */
export function watchValidity(viewer: Caller): { signal: AbortSignal; end: () => void } {
  const watch = { viewer, lost: new AbortController() };
  state.watches.add(watch);
  if (!state.isLooking) scheduleCheck();
  return { signal: watch.lost.signal, end: () => state.watches.delete(watch) };
}

function scheduleCheck(): void {
  state.isLooking = true;
  setTimeout(async () => {
    // Streams continue while the database is unavailable.
    await look().catch(() => undefined);
    if (state.watches.size > 0) scheduleCheck();
    else state.isLooking = false;
  }, EVERY_MS).unref();
}

async function look(): Promise<void> {
  const all = [...state.watches];
  for (let at = 0; at < all.length; at += MAX_BATCH_SESSIONS) {
    const some = all.slice(at, at + MAX_BATCH_SESSIONS);
    const valid = await listValid(some.map(({ viewer }) => viewer));
    some.forEach((watch, n) => {
      if (valid.has(n)) return;
      state.watches.delete(watch);
      watch.lost.abort(unauthorized());
    });
  }
}
