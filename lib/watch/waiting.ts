import { setTimeout as wait } from "node:timers/promises";
import { single } from "@/lib/singleton";

/** Work that nobody waits for takes at most one part in this many of the time while somebody waits for other work. */
const SHARE = 5;
const LOOK_EVERY = 5;

const state = () => single("waiting", () => ({ count: 0 }));

/** Runs what somebody waits for in this process: a request, a reply. */
export async function waitedFor<T>(work: () => Promise<T>): Promise<T> {
  const now = state();
  now.count += 1;
  try {
    return await work();
  } finally {
    now.count -= 1;
  }
}

/**
 * Lets those go first who wait, after a piece of work that nobody waits for:
 * until they have what they want, but not for ever.
 * @param took how long that piece of work took, ms
 */
export async function giveWay(took: number): Promise<void> {
  const until = performance.now() + took * (SHARE - 1);
  while (state().count > 0 && performance.now() < until) await wait(LOOK_EVERY);
}
