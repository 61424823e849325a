import { sql } from "drizzle-orm";
import { createOnce } from "@/lib/platform/once";
import { dbOutsideTransaction } from "./client";

const MAX_WAIT_MS = 10_000;
const ASK_EVERY_MS = 1000;
const GIVE_UP_AFTER_MS = 60_000;

const probe = createOnce(() => ({
  sentAt: undefined as number | undefined,
  nextAt: 0,
  maxWaitMs: MAX_WAIT_MS,
}));

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
  dbOutsideTransaction().execute(sql`select 1`).then(answered, answered);
}

export const setMaxWait = (ms: number): void => void Object.assign(probe(), { maxWaitMs: ms });
