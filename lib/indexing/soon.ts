import { emit } from "@/lib/background/service";
import { log } from "@/lib/log";
import { single } from "@/lib/singleton";

/** Messages of this long are indexed together: a reply comes soon after its question. In ms. */
const PAUSE = 1000;
/** An event that no run has begun by then is taken to be lost. */
const LOST_AFTER = 60_000;

type State = { timer?: NodeJS.Timeout; askedAt?: number };
const state = () => single<State>("indexing-soon", () => ({}));

/**
 * Has messages indexed in a moment. Costs nothing when that is coming anyway:
 * at most one event of a process waits for its run.
 */
export function soon(): void {
  const now = state();
  if (now.timer || (now.askedAt !== undefined && now.askedAt > Date.now() - LOST_AFTER)) return;
  now.timer = setTimeout(() => {
    now.timer = undefined;
    now.askedAt = Date.now();
    emit("messages.stored", {}).catch((error) => {
      now.askedAt = undefined;
      // The sweep asks again.
      log.warn({ err: error }, "the indexing of messages could not be asked for");
    });
  }, PAUSE).unref();
}

/** A run has begun: it finds what is stored by now, the next message asks for another. */
export const begun = (): void => {
  state().askedAt = undefined;
};
