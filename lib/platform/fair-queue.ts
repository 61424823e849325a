import { AppError } from "./errors";

const DEFAULT_MAX_WAITING_PER_KEY = 20;

const createBusyError = () =>
  new AppError("rate_limited", "The server is busy with other work of this group. Try again in a moment.", {
    code: "busy",
    retryAfter: 10,
  });

type Lane = { key: string; running: number; waiting: (() => void)[] };

/**
 * Slots that keys (usually groups) share. Waiting work starts round robin over the keys, and in order of
 * arrival within a key.
 *
 * With more than one slot, a key holds at most all but one of them, even while no other key waits: work can't be
 * interrupted, so only a slot that stays free lets another key start immediately. If a key must be able to run n
 * at a time, create n + 1 slots.
 */
export class FairQueue {
  readonly #slots: number;
  readonly #maxRunningPerKey: number;
  readonly #maxWaitingPerKey: number;
  #running = 0;
  readonly #lanes: Lane[] = [];
  #lastKey: string | undefined;

  constructor(slots: number, options: { maxWaitingPerKey?: number } = {}) {
    this.#slots = slots;
    this.#maxRunningPerKey = Math.max(1, slots - 1);
    this.#maxWaitingPerKey = options.maxWaitingPerKey ?? DEFAULT_MAX_WAITING_PER_KEY;
  }

  /**
   * Runs work when a slot is free for its key.
   * @throws AppError rate_limited when `maxWaitingPerKey` calls of the key are already waiting; the reason of the
   * signal when it aborts before the work starts
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const lane = this.#findLane(key) ?? this.#addLane(key);
    await this.#enter(lane, signal);
    try {
      return await work();
    } finally {
      this.#running--;
      lane.running--;
      this.#removeIfEmpty(lane);
      this.#startNext();
    }
  }

  #enter(lane: Lane, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        lane.waiting.splice(lane.waiting.indexOf(start), 1);
        this.#removeIfEmpty(lane);
        reject(signal?.reason);
      };
      lane.waiting.push(start);
      signal?.addEventListener("abort", leave, { once: true });
      this.#startNext();
      if (lane.waiting.length <= this.#maxWaitingPerKey) return;
      lane.waiting.pop();
      signal?.removeEventListener("abort", leave);
      reject(createBusyError());
    });
  }

  #startNext(): void {
    while (this.#running < this.#slots) {
      const lane = this.#lanes.find(
        ({ waiting, running }) => waiting.length > 0 && running < this.#maxRunningPerKey,
      );
      if (!lane) return;
      this.#lanes.splice(this.#lanes.indexOf(lane), 1);
      this.#lanes.push(lane);
      this.#lastKey = lane.key;
      this.#running++;
      lane.running++;
      lane.waiting.shift()?.();
    }
  }

  #findLane(key: string): Lane | undefined {
    return this.#lanes.find((lane) => lane.key === key);
  }

  /** Inserts a new key after all waiting keys, but before the key that was served last. */
  #addLane(key: string): Lane {
    const lane: Lane = { key, running: 0, waiting: [] };
    const last = this.#lanes.at(-1);
    const isLastServed = last !== undefined && last.key === this.#lastKey;
    this.#lanes.splice(isLastServed ? -1 : this.#lanes.length, 0, lane);
    return lane;
  }

  #removeIfEmpty(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.splice(this.#lanes.indexOf(lane), 1);
  }
}
