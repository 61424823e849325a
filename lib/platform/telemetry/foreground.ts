import { performance as node } from "node:perf_hooks";
import { createOnce } from "@/lib/platform/once";

// While foreground work waits, background work gets at most 1/SLOWDOWN_FACTOR of the time.
const SLOWDOWN_FACTOR = 10;
const POLL_INTERVAL_MS = 10;
// Event loop utilization above which foreground work is limited by this process and not by a model or the database.
const BUSY_UTILIZATION = 0.25;

const state = createOnce(() => ({ count: 0 }));

export async function runInForeground<T>(work: () => Promise<T>): Promise<T> {
  const now = state();
  now.count += 1;
  try {
    return await work();
  } finally {
    now.count -= 1;
  }
}

/**
 * Runs one unit of background work, then yields until foreground work has ended or the process is idle, but for at
 * most nine times the unit's duration, so that background work always progresses.
 */
export async function yieldToForeground<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const now = performance.now();
  const until = now + (now - began) * (SLOWDOWN_FACTOR - 1);
  while (state().count > 0 && performance.now() < until) {
    const before = node.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (node.eventLoopUtilization(before).utilization < BUSY_UTILIZATION) break;
  }
  return result;
}
