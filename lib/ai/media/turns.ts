import { availableParallelism } from "node:os";
import { single } from "@/lib/platform/singleton";
import { INTERRUPTED, MediaError } from "./errors";

/** So much at the same time: decoding a video takes two processors and more. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));

type Waiting = { groupId: string; begin: () => void };
const turns = () =>
  single("media-turns", () => ({
    taken: 0,
    waiting: [] as Waiting[],
    /** Groups, those whose last turn was longest ago first. */
    served: new Set<string>(),
  }));

export type Turn = { groupId: string; signal?: AbortSignal };

/**
 * Does something when fewer than so many others do. Groups take turns, however
 * much of one waits; of a group first come, first served.
 * @throws MediaError when `signal` fires before
 */
export async function inTurn<T>(work: () => Promise<T>, { groupId, signal }: Turn): Promise<T> {
  const state = turns();
  if (state.taken >= AT_ONCE) await waitFor(groupId, signal);
  else state.taken++;
  state.served.delete(groupId);
  state.served.add(groupId);
  try {
    return await work();
  } finally {
    const next = nextOf(state);
    if (next) next.begin();
    else state.taken--;
    if (state.taken === 0) state.served.clear();
  }
}

function nextOf({ waiting, served }: ReturnType<typeof turns>): Waiting | undefined {
  const order = [...served];
  const [first] = waiting
    .map(({ groupId }, at) => ({ at, turn: order.indexOf(groupId) }))
    .sort((a, b) => a.turn - b.turn || a.at - b.at);
  return first && waiting.splice(first.at, 1)[0];
}

function waitFor(groupId: string, signal?: AbortSignal): Promise<void> {
  const { waiting } = turns();
  return new Promise((resolve, reject) => {
    const entry: Waiting = {
      groupId,
      begin: () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      },
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(new MediaError(INTERRUPTED));
    };
    if (signal?.aborted) return reject(new MediaError(INTERRUPTED));
    signal?.addEventListener("abort", leave, { once: true });
    waiting.push(entry);
  });
}
