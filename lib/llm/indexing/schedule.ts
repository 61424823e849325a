import { runAfterCommit } from "@/db/transaction";
import { emit } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { createOnce } from "@/lib/platform/once";

// An event counts as lost if this process hasn't run it within this time, because another process may have run it
// before the newest message was stored. Must be longer than a step.
const LOST_AFTER_MS = 6_000;

type TimerState = { timer?: NodeJS.Timeout; askedAt?: number };
const states = createOnce(() => new Map<string, TimerState>());

/**
 * Schedules indexing of a group's messages after a delay and after the current transaction commits. The delay batches
 * a question with its reply. At most one event per process and group is pending.
 */
export const scheduleIndexing = (groupId: string): void => runAfterCommit(() => schedule(groupId));

function schedule(groupId: string): void {
  const now = states().get(groupId) ?? {};
  states().set(groupId, now);
  now.timer ??= setTimeout(
    () => {
      now.timer = undefined;
      if (getMsUntilLost(now) > 0) schedule(groupId);
      else ask(groupId, now);
    },
    Math.max(config().INDEX_AFTER_MS, getMsUntilLost(now)),
  ).unref();
}

const getMsUntilLost = ({ askedAt }: TimerState): number =>
  askedAt === undefined ? 0 : askedAt + LOST_AFTER_MS - performance.now();

function ask(groupId: string, now: TimerState): void {
  now.askedAt = performance.now();
  emit("messages.stored", { group_id: groupId }).catch((error) => {
    now.askedAt = undefined;
    // The sweep schedules the messages later.
    log.warn({ err: error }, "indexing of messages could not be scheduled");
  });
}

/**
 * Records the start of a step. The first step of a run reads all messages stored so far, so the next message must
 * schedule another run. Extends the wait for pending events of all groups, because a running step shows that they are
 * queued rather than lost.
 */
export function onIndexingStarted(groupId: string, { isFirst }: { isFirst: boolean }): void {
  if (isFirst) {
    clearTimeout(states().get(groupId)?.timer);
    states().delete(groupId);
  }
  for (const state of states().values()) if (state.askedAt !== undefined) state.askedAt = performance.now();
}
