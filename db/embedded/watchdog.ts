import { single } from "@/lib/platform/singleton";

/** How often the thread of the database is looked at. */
const LOOK_EVERY_MS = 250;

/** What a statement that may take long begins with: the thread tells it from others by that. */
export const LONG = "/* long */";

type Watch = { longest: { query: number; work: number } };

/** Shared by both bundles of a process. `longest`: ms that one query may take, and a statement that is marked with `LONG`. */
export const watch = () =>
  single<Watch>("embedded-watch", () => ({ longest: { query: 10_000, work: 600_000 } }));

/**
 * Calls `onLate` when the thread of the database is busy with the same message
 * for too long. What the thread itself says counts, as often as this process
 * looks: an answer that nobody has read yet is not late, nor is a thread that
 * stood still because the whole process did.
 * @param inWork the number of the message in work, 0 between two, and 1 behind it when that may take long
 * @returns what ends the watch
 */
export function watchOver(inWork: Int32Array, onLate: () => void): () => void {
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
