import { availableParallelism } from "node:os";
import { single } from "@/lib/singleton";
import { INTERRUPTED, MediaError } from "./errors";

/** Videos decoded at the same time: each takes two processors and more. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const turns = () => single("media-turns", () => ({ taken: 0, waiting: [] as (() => void)[] }));

/**
 * Does something when fewer than so many others do; first come, first served.
 * @throws MediaError when `signal` fires before
 */
export async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const state = turns();
  if (state.taken >= AT_ONCE) await waitFor(state.waiting, signal);
  else state.taken++;
  try {
    return await work();
  } finally {
    const next = state.waiting.shift();
    if (next) next();
    else state.taken--;
  }
}

function waitFor(waiting: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(new MediaError(INTERRUPTED));
    };
    if (signal?.aborted) return reject(new MediaError(INTERRUPTED));
    signal?.addEventListener("abort", leave, { once: true });
    waiting.push(begin);
  });
}
