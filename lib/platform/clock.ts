import { single } from "@/lib/platform/singleton";

/**
 * What time it is for all processes of an installation: that of their
 * database. Clocks of machines differ and are set while they run; what one
 * process dates another one judges. Durations within one process are measured
 * with `performance.now()`, which nobody sets.
 */
const state = () => single<{ begin?: number }>("clock", () => ({}));

const READ_EVERY = 15_000;
/** An answer that took longer says too little about when it was given. In ms. */
const LONGEST_READING = 500;

/** Whole milliseconds since 1970. Of this machine, until `follow` has read another clock. */
export const now = (): number => {
  const { begin } = state();
  return begin === undefined ? Date.now() : Math.floor(begin + performance.now());
};

/** `now` as a date, some ms later (earlier when negative). */
export const dateIn = (ms: number): Date => new Date(now() + ms);

/** Whether what another machine may have dated is older than so many ms, by its clock or by ours. */
export const isOlder = (date: Date, ms: number): boolean => Math.min(now(), Date.now()) - date.getTime() > ms;

/** Takes over the time of another clock and keeps reading it; ends when the answer is called. */
export async function follow(read: () => Promise<number>): Promise<() => void> {
  const take = async () => {
    const asked = performance.now();
    const time = await read();
    const answered = performance.now();
    if (state().begin === undefined || answered - asked < LONGEST_READING)
      state().begin = time - (asked + answered) / 2;
  };
  await take();
  const timer = setInterval(() => void take().catch(() => {}), READ_EVERY).unref();
  return () => clearInterval(timer);
}
