import { performance as node } from "node:perf_hooks";
import { single } from "@/lib/platform/singleton";

/** Work that nobody waits for takes at most one part in this many of the time while somebody waits for other work. */
const SHARE = 10;
/** In ms. */
const LOOK_EVERY = 10;
/** The part of a look's time that this process is at work when those who wait do so for it, not for a model or a database. */
const BUSY = 0.25;

const state = () => single("waiting", () => ({ count: 0 }));

/** Runs what somebody waits for in this process: a request, a reply. */
export async function asForeground<T>(work: () => Promise<T>): Promise<T> {
  const now = state();
  now.count += 1;
  try {
    return await work();
  } finally {
    now.count -= 1;
  }
}

/**
 * Does a piece of work that nobody waits for, and then lets those go first who
 * wait: until they have what they want or this process has nothing to do for
 * them, but at most nine times as long as the piece took, so that the work
 * goes on however busy it is.
 */
export async function yieldToForeground<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const now = performance.now();
  const until = now + (now - began) * (SHARE - 1);
  while (state().count > 0 && performance.now() < until) {
    const before = node.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    if (node.eventLoopUtilization(before).utilization < BUSY) break;
  }
  return result;
}
