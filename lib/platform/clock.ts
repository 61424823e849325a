import { createOnce } from "@/lib/platform/once";

// The time of the database, which all processes of an installation share. Clocks of machines differ and may be
// adjusted while they run, and processes compare each other's timestamps. Measure durations within one process with
// `performance.now()`, which is monotonic.
const state = createOnce<{ begin?: number }>(() => ({}));

const SYNC_INTERVAL_MS = 15_000;
// Maximum duration of a reading, except the first one; longer readings are too inaccurate and are dropped.
const MAX_ROUND_TRIP_MS = 500;

/** Returns milliseconds since the Unix epoch: the machine's clock until `follow` has read the database's. */
export const now = (): number => {
  const { begin } = state();
  return begin === undefined ? Date.now() : Math.floor(begin + performance.now());
};

export const getDateIn = (ms: number): Date => new Date(now() + ms);

/** Returns true when a timestamp, which another machine may have set, is older than `ms` by both clocks. */
export const isOlder = (date: Date, ms: number): boolean => Math.min(now(), Date.now()) - date.getTime() > ms;

/**
 * Synchronizes with another clock, immediately and then every 15 seconds. Returns a function that stops the updates.
 */
export async function follow(read: () => Promise<number>): Promise<() => void> {
  const take = async () => {
    const asked = performance.now();
    const time = await read();
    const answered = performance.now();
    if (state().begin === undefined || answered - asked < MAX_ROUND_TRIP_MS)
      state().begin = time - (asked + answered) / 2;
  };
  await take();
  const timer = setInterval(() => void take().catch(() => {}), SYNC_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
