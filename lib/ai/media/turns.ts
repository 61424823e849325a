import { availableParallelism } from "node:os";
import { FairQueue } from "@/lib/platform/fair-queue";
import { single } from "@/lib/platform/singleton";
import { INTERRUPTED, MediaError } from "./errors";

/** Decoding a video takes two processors and more. */
const MAX_CONCURRENT_PER_GROUP = Math.max(1, Math.floor(availableParallelism() / 2));
/** Where the machine carries more than one work, one slot stays free for another group. */
const SLOTS = MAX_CONCURRENT_PER_GROUP > 1 ? MAX_CONCURRENT_PER_GROUP + 1 : 1;
/** In the background a group has a few works at once, so only replies can ask for as many. */
const MAX_WAITING_PER_GROUP = 50;

const queue = () =>
  single("media-turns", () => new FairQueue(SLOTS, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }));

export type Turn = { groupId: string; signal?: AbortSignal };

/**
 * Runs work on media when it is its group's turn.
 * @throws MediaError when `signal` fires before; AppError rate_limited when too much of the group waits
 */
export async function inTurn<T>(work: () => Promise<T>, { groupId, signal }: Turn): Promise<T> {
  let hasStarted = false;
  const start = () => {
    hasStarted = true;
    return work();
  };
  try {
    return await queue().run(groupId, start, signal);
  } catch (error) {
    if (!hasStarted && signal?.aborted) throw new MediaError(INTERRUPTED);
    throw error;
  }
}
