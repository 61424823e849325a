import { randomUUID } from "node:crypto";
import { afterCommit, isInTransaction } from "@/db/transaction";
import { single } from "@/lib/platform/singleton";
import type { EventData, EventName } from "./events";
import * as queries from "./queries";

export type Event = { id: string; name: string; data: Record<string, unknown> };

/** The engine of this process, as far as services know it. */
export type Engine = {
  /** Looks for work at once, instead of at its next tick. */
  wake(): void;
  /** Keeps an event with the runs that it starts, and begins them. Absent: events wait in the outbox to be carried on. */
  take?(event: Event): Promise<void>;
};

const registered = () => single<{ engine?: Engine }>("background-engine", () => ({}));
const atWork = () => single("background-work", () => new Set<Promise<unknown>>());

/** Work that the end of this process waits for (`workDone`), whoever began it. */
export function during<T>(work: Promise<T>): Promise<T> {
  const ended = work.catch(() => {}).then(() => void atWork().delete(ended));
  atWork().add(ended);
  return work;
}

/** Resolves when nothing is at work, at the latest after so long. */
export async function workDone(longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([Promise.all(atWork()), late]);
  clearTimeout(timer);
}

/** This process does background work itself, and goes on after an answer. */
export const isHere = (): boolean => registered().engine?.take !== undefined && !mayRest();

/** What is asked for goes to another server, which may be away. */
export const isElsewhere = (): boolean => {
  const { engine } = registered();
  return engine !== undefined && !engine.take;
};

/** Where a process rests as soon as it has answered (Vercel): what Next's own `after` asks there. */
const PLATFORM = Symbol.for("@next/request-context");
type Platform = { get(): { waitUntil?: (work: Promise<void>) => void } | undefined };
const platform = () => (globalThis as { [at: symbol]: unknown })[PLATFORM] as Platform | undefined;

/** This process may rest when it has answered, whatever it has begun. */
export const mayRest = (): boolean => platform() !== undefined;

/** Where a process rests after its answer, it does this before. */
export const outlastAnswer = (work: Promise<void>): void => void platform()?.get()?.waitUntil?.(work);

/**
 * Asks for background work, which begins at once; inside a transaction, when
 * that commits. The same `id` is taken once.
 */
export async function emit<N extends EventName>(
  name: N,
  data: EventData<N>,
  id: string = randomUUID(),
): Promise<void> {
  await store({ id, name, data });
}

/** Keeps an event of any name. Services use `emit`; this is also where what a function sends arrives. */
export async function store(event: Event): Promise<void> {
  const { engine } = registered();
  // What a transaction has not committed yet must not begin.
  const isCommitted = !isInTransaction();
  if (engine?.take && isCommitted) return engine.take(event);
  await queries.insertEvent(event);
  afterCommit(wake);
}

/** Lets the engine look for work. */
export const wake = (): void => registered().engine?.wake();

/** Makes an engine the one of this process, until the returned function is called. */
export function register(engine: Engine): () => void {
  registered().engine = engine;
  return () => {
    if (registered().engine === engine) registered().engine = undefined;
  };
}
