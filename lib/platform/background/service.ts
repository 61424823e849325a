import { randomUUID } from "node:crypto";
import { isInTransaction, runAfterCommit } from "@/db/transaction";
import { createOnce } from "@/lib/platform/once";
import type { EventData, EventName } from "./events";
import * as queries from "./queries";

export type Event = { id: string; name: string; data: Record<string, unknown> };

export type Engine = {
  wake(): void;
  /**
   * Stores an event together with the runs that it triggers, and starts them. With an engine that lacks this method,
   * events stay in the outbox for another server.
   */
  take?(event: Event): Promise<void>;
};

const registered = createOnce<{ engine?: Engine }>(() => ({}));
const atWork = createOnce(() => new Set<Promise<unknown>>());

export function trackWork<T>(work: Promise<T>): Promise<T> {
  const ended = work.catch(() => {}).then(() => void atWork().delete(ended));
  atWork().add(ended);
  return work;
}

export async function waitForWork(longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([Promise.all(atWork()), late]);
  clearTimeout(timer);
}

/** Returns true when this process runs background work itself and keeps running after it responds. */
export const isHere = (): boolean => registered().engine?.take !== undefined && !isServerless();

export const isElsewhere = (): boolean => {
  const { engine } = registered();
  return engine !== undefined && !engine.take;
};

// On serverless platforms (Vercel) the request context offers `waitUntil`; Next.js's `after` reads the same symbol.
const PLATFORM = Symbol.for("@next/request-context");
type Platform = { get(): { waitUntil?: (work: Promise<void>) => void } | undefined };
const platform = () => (globalThis as { [at: symbol]: unknown })[PLATFORM] as Platform | undefined;

export const isServerless = (): boolean => platform() !== undefined;

export const runAfterAnswer = (work: Promise<void>): void => void platform()?.get()?.waitUntil?.(work);

/**
 * Emits an event that starts background work: immediately, or after the commit when called inside a transaction. Events
 * are deduplicated by `id`.
 */
export async function emit<N extends EventName>(
  name: N,
  data: EventData<N>,
  id: string = randomUUID(),
): Promise<void> {
  await store({ id, name, data });
}

export async function store(event: Event): Promise<void> {
  const { engine } = registered();
  // Work must not start before the transaction that emitted its event has committed.
  const isCommitted = !isInTransaction();
  if (engine?.take && isCommitted) return engine.take(event);
  await queries.insertEvent(event);
  runAfterCommit(wakeEngine);
}

export const wakeEngine = (): void => registered().engine?.wake();

export function register(engine: Engine): () => void {
  registered().engine = engine;
  return () => {
    if (registered().engine === engine) registered().engine = undefined;
  };
}
