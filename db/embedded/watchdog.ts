import { createOnce } from "@/lib/platform/once";

const LOOK_EVERY_MS = 250;

export const LONG_STATEMENT_MARKER = "/* long */";

type Watch = { longest: { query: number; work: number } };

/** Time limits in milliseconds: `query` for ordinary statements, `work` for those with `LONG_STATEMENT_MARKER`. */
export const watch = createOnce<Watch>(() => ({ longest: { query: 10_000, work: 600_000 } }));

/**
 * Calls `onLate` when the database thread has been busy with the same message for too long. Elapsed time is counted
 * in polls of this process, so that neither an unread response nor a suspended process counts as late.
 * @param inWork shared memory: the number of the current message or 0, then 1 if that message may take long
 * @returns a function that stops the watchdog
 */
export function startWatchdog(inWork: Int32Array, onLate: () => void): () => void {
  let seen = 0;
  let waited = 0;
  const timer = setInterval(() => {
    const message = Atomics.load(inWork, 0);
    waited = message !== 0 && message === seen ? waited + LOOK_EVERY_MS : 0;
    seen = message;
    const { longest } = watch();
    if (waited < (Atomics.load(inWork, 1) === 1 ? longest.work : longest.query)) return;
    clearInterval(timer);
    onLate();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
