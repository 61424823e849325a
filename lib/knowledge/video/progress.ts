import { EventEmitter, once } from "node:events";
import { createOnce } from "@/lib/platform/once";
import * as queries from "./queries";

// Subscribers and the worker poll to notice changes by other processes.
const SUBSCRIBER_POLL_INTERVAL_MS = 500;
const WORKER_POLL_INTERVAL_MS = 1000;

const news = createOnce(() => new EventEmitter({ captureRejections: false }).setMaxListeners(0));
const working = createOnce(() => new Map<string, AbortController>());

export const notifyChange = (id: string): void => void news().emit(id);

/** Waits for a notification or the next poll, which notices changes by other processes. */
export async function waitForChange(id: string, signal: AbortSignal): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(SUBSCRIBER_POLL_INTERVAL_MS)]);
  await once(news(), id, { signal: either }).catch(() => undefined);
}

/** Aborts this process's work on a conversion. Other processes notice the end within a second. */
export const interruptConversion = (id: string): void => working().get(id)?.abort(new Interrupted());

export class Interrupted extends Error {}

/**
 * Runs work on a conversion. The signal aborts when the conversion has ended or, with a TimeoutError, after `mostMs`.
 */
export async function runWhileOpen<T>(
  id: string,
  mostMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  working().set(id, stopping);
  const look = setInterval(async () => {
    if (!(await queries.isStillOpen({ id }).catch(() => true))) stopping.abort(new Interrupted());
  }, WORKER_POLL_INTERVAL_MS);
  look.unref();
  try {
    return await work(AbortSignal.any([stopping.signal, AbortSignal.timeout(mostMs)]));
  } finally {
    clearInterval(look);
    // A newer attempt in this process may have replaced the controller.
    if (working().get(id) === stopping) working().delete(id);
  }
}
