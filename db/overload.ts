import { single } from "@/lib/platform/singleton";
import { driver } from "./client";

/** Requests are rejected once a statement has queued this long. */
const MAX_WAIT_MS = 10_000;
const ASK_EVERY_MS = 1000;
/** A probe that got no answer, such as on a lost connection, is replaced after this time. */
const GIVE_UP_AFTER_MS = 60_000;

/** State of a probe statement that queues like those of requests. */
const probe = () =>
  single("database-probe", () => ({
    sentAt: undefined as number | undefined,
    nextAt: 0,
    maxWaitMs: MAX_WAIT_MS,
  }));

/** Returns true when the database's queue is so long that requests should be rejected. */
export function isOverloaded(): boolean {
  const state = probe();
  const now = performance.now();
  const waitedMs = state.sentAt === undefined ? 0 : now - state.sentAt;
  if (waitedMs > GIVE_UP_AFTER_MS) state.sentAt = undefined;
  if (state.sentAt !== undefined) return waitedMs > state.maxWaitMs;
  if (now >= state.nextAt) send(now);
  return false;
}

function send(now: number): void {
  const state = probe();
  Object.assign(state, { sentAt: now, nextAt: now + ASK_EVERY_MS });
  const answered = () => {
    if (state.sentAt === now) state.sentAt = undefined;
  };
  driver()`select 1`.then(answered, answered);
}

/** Overrides the limit in tests. */
export const setMaxWait = (ms: number): void => void Object.assign(probe(), { maxWaitMs: ms });
