import { emit } from "@/lib/background/service";
import { config } from "@/lib/config";
import { log } from "@/lib/log";
import { single } from "@/lib/singleton";

/** An event that no run has begun by then is taken to be lost. */
const LOST_AFTER = 60_000;

type State = { timer?: NodeJS.Timeout; askedAt?: number };
const state = () => single<State>("indexing-soon", () => ({}));

/**
 * Has messages indexed in a moment: those of this long together, since a reply comes soon after its question. Costs nothing when that is coming anyway:
 * at most one event of a process waits for its run.
 */
export function soon(): void {
  const now = state();
  if (now.timer || (now.askedAt !== undefined && now.askedAt > performance.now() - LOST_AFTER)) return;
  now.timer = setTimeout(() => {
    now.timer = undefined;
    now.askedAt = performance.now();
    emit("messages.stored", {}).catch((error) => {
      now.askedAt = undefined;
      // The sweep asks again.
      log.warn({ err: error }, "the indexing of messages could not be asked for");
    });
  }, config().INDEX_AFTER_MS).unref();
}

/**
 * A step of a run begins. With the first one the run finds what is stored by
 * now, and the next message asks for another run; that one waits behind this
 * one then, however long it takes, and is not lost.
 */
export function begun({ isFirst }: { isFirst: boolean }): void {
  const now = state();
  if (isFirst) now.askedAt = undefined;
  else if (now.askedAt !== undefined) now.askedAt = performance.now();
}
