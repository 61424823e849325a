import { EventEmitter, once } from "node:events";
import { single } from "@/lib/platform/singleton";
import * as queries from "./queries";

/** The conversions that this process works on, and those who wait for news of one. */

/** At the least this often a conversion is looked at by whoever waits, and by whoever works on it. In ms. */
const LOOK_EVERY = 500;
const HEAR_EVERY = 1000;

const news = () =>
  single("video-news", () => new EventEmitter({ captureRejections: false }).setMaxListeners(0));
const working = () => single("video-working", () => new Map<string, AbortController>());

/** Says that there is something new of a conversion. */
export const tell = (id: string): void => void news().emit(id);

/** Waits until there may be something new: what another process does is looked for from time to time. */
export async function moment(id: string, signal: AbortSignal): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(LOOK_EVERY)]);
  await once(news(), id, { signal: either }).catch(() => undefined);
}

/** Ends what this process does for a conversion; other processes hear of it within a second. */
export const interrupt = (id: string): void => working().get(id)?.abort(new Interrupted());

export class Interrupted extends Error {}

/**
 * Works on a conversion. Its signal aborts when the conversion is over, because
 * somebody stopped it, or after `mostMs` with a TimeoutError.
 */
export async function whileOpen<T>(
  id: string,
  mostMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  working().set(id, stopping);
  const look = setInterval(async () => {
    if (!(await queries.isStillOpen({ id }).catch(() => true))) stopping.abort(new Interrupted());
  }, HEAR_EVERY);
  look.unref();
  try {
    return await work(AbortSignal.any([stopping.signal, AbortSignal.timeout(mostMs)]));
  } finally {
    clearInterval(look);
    // Unless somebody else has taken it up meanwhile.
    if (working().get(id) === stopping) working().delete(id);
  }
}
