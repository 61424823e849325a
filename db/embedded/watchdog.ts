import { single } from "@/lib/platform/singleton";

/** How often the thread of the database is looked at. */
const LOOK_EVERY_MS = 250;

type Watch = { longest: { query: number; work: number }; working: number };

/** Shared by both bundles of a process. `longest`: ms that one query may take, and what is done `patiently`. */
export const watch = () =>
  single<Watch>("embedded-watch", () => ({ longest: { query: 10_000, work: 600_000 }, working: 0 }));

/**
 * Calls `onLate` when the thread of the database is busy with the same message
 * for too long. What the thread itself says counts, as often as this process
 * looks: an answer that nobody has read yet is not late, nor is a thread that
 * stood still because the whole process did.
 * @param inWork the number of the message in work, 0 between two
 * @returns what ends the watch
 */
export function watchOver(inWork: Int32Array, onLate: () => void): () => void {
  let seen = 0;
  let waited = 0;
  const timer = setInterval(() => {
    const message = Atomics.load(inWork, 0);
    waited = message !== 0 && message === seen ? waited + LOOK_EVERY_MS : 0;
    seen = message;
    const { longest, working } = watch();
    if (waited < (working > 0 ? longest.work : longest.query)) return;
    clearInterval(timer);
    onLate();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
