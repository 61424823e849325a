import { afterCommit } from "@/db/transaction";
import { emit } from "@/lib/platform/background/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { single } from "@/lib/platform/singleton";

/**
 * An event that no run of this process has begun by then, in ms, is taken to be lost: perhaps it was, and perhaps another
 * process runs it and has read what there was before the message that asks now. Longer than a step of a run.
 */
const LOST_AFTER = 6_000;

type State = { timer?: NodeJS.Timeout; askedAt?: number };
/** By group. */
const states = () => single("indexing-soon", () => new Map<string, State>());

/**
 * Has messages of a group indexed in a moment, or a moment after the transaction in progress commits: those of this long
 * together, since a reply comes soon after its question. Costs nothing when that is coming anyway: at most one event of a
 * process waits for its run.
 */
export const scheduleIndexing = (groupId: string): void => afterCommit(() => schedule(groupId));

function schedule(groupId: string): void {
  const now = states().get(groupId) ?? {};
  states().set(groupId, now);
  now.timer ??= setTimeout(
    () => {
      now.timer = undefined;
      if (lostIn(now) > 0) schedule(groupId);
      else ask(groupId, now);
    },
    Math.max(config().INDEX_AFTER_MS, lostIn(now)),
  ).unref();
}

const lostIn = ({ askedAt }: State): number =>
  askedAt === undefined ? 0 : askedAt + LOST_AFTER - performance.now();

function ask(groupId: string, now: State): void {
  now.askedAt = performance.now();
  emit("messages.stored", { group_id: groupId }).catch((error) => {
    now.askedAt = undefined;
    // The sweep asks again.
    log.warn({ err: error }, "indexing of messages could not be scheduled");
  });
}

/**
 * A step of a run begins. The first one finds what is stored by now, and the
 * next message asks for another run. What was asked for otherwise, of this
 * group and of others, waits for its turn, however long it takes, and is not lost.
 */
export function onIndexingStarted(groupId: string, { isFirst }: { isFirst: boolean }): void {
  if (isFirst) {
    clearTimeout(states().get(groupId)?.timer);
    states().delete(groupId);
  }
  for (const state of states().values()) if (state.askedAt !== undefined) state.askedAt = performance.now();
}
