import { availableParallelism } from "node:os";
import { FairQueue } from "@/lib/platform/fair-queue";
import { createOnce } from "@/lib/platform/once";
import { INTERRUPTED, MediaError } from "./errors";

// Half the processors, because decoding a video uses at least two.
const MAX_CONCURRENT_PER_GROUP = Math.max(1, Math.floor(availableParallelism() / 2));
const SLOTS = MAX_CONCURRENT_PER_GROUP > 1 ? MAX_CONCURRENT_PER_GROUP + 1 : 1;
const MAX_WAITING_PER_GROUP = 50;

const queue = createOnce(() => new FairQueue(SLOTS, { maxWaitingPerKey: MAX_WAITING_PER_GROUP }));

export type QueuedWork = { groupId: string; signal?: AbortSignal };

/**
 * Runs media work when a slot is free for the group.
 * @throws MediaError when `signal` aborts before the start; AppError rate_limited when too much work of the group is
 * queued
 */
export async function runInTurn<T>(work: () => Promise<T>, { groupId, signal }: QueuedWork): Promise<T> {
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
