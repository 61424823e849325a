import { emit } from "@/lib/background/service";
import { config } from "@/lib/config";
import { log } from "@/lib/log";
import { single } from "@/lib/singleton";

/**
 * An event that no run of this process has begun by then, in ms, is taken to be lost: perhaps it was, and perhaps another
 * process runs it and has read what there was before the message that asks now. Longer than a step of a run.
 */
const LOST_AFTER = 6_000;

type State = { timer?: NodeJS.Timeout; askedAt?: number };
const state = () => single<State>("indexing-soon", () => ({}));

/**
 * Has messages indexed in a moment: those of this long together, since a reply comes soon after its question. Costs nothing when that is coming anyway:
 * at most one event of a process waits for its run.
 */
export function soon(): void {
  const now = state();
  now.timer ??= setTimeout(
    () => {
      now.timer = undefined;
      if (lostIn(now) > 0) soon();
      else ask(now);
    },
    Math.max(config().INDEX_AFTER_MS, lostIn(now)),
  ).unref();
}

const lostIn = ({ askedAt }: State): number =>
  askedAt === undefined ? 0 : askedAt + LOST_AFTER - performance.now();

function ask(now: State): void {
  now.askedAt = performance.now();
  emit("messages.stored", {}).catch((error) => {
    now.askedAt = undefined;
    // The sweep asks again.
    log.warn({ err: error }, "the indexing of messages could not be asked for");
  });
}

/**
 * A step of a run begins. The first one finds what is stored by now, and the
 * next message asks for another run; that one waits behind this one then,
 * however long it takes, and is not lost.
 */
export function begun({ isFirst }: { isFirst: boolean }): void {
  const now = state();
  if (isFirst) {
    clearTimeout(now.timer);
    Object.assign(now, { timer: undefined, askedAt: undefined });
  } else if (now.askedAt !== undefined) now.askedAt = performance.now();
}
