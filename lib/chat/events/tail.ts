import { log } from "@/lib/platform/log";
import { createOnce, processId } from "@/lib/platform/once";
import * as queries from "./queries";

/**
 * Tail of the event log, read once per process for all of its live subscribers: after every local publish, after a
 * notification of another process, and by polling in case a notification was lost.
 */
export type { Published } from "./queries";

type FromMember = { chatId: number; chatUuid: string; memberIds: number[]; name: string };
type CanvasPlace = { pageId: number | null; offset: number; before: string; after: string };

/** Ephemeral events, which are not stored. */
export type EphemeralEvent =
  | (FromMember & { kind: "typing"; userId: number | null })
  | (FromMember & CanvasPlace & { kind: "cursor"; userId: number })
  | { kind: "presence"; groupId: string; userId: number; isOnline: boolean };

export type TailListener = {
  publish: (event: queries.Published) => void;
  passing: (event: EphemeralEvent) => void;
};

const BATCH_WINDOW_MS = 5;
const POLL_INTERVAL_MS = 2000;
const MAX_SEEN_AGE_MS = 15_000;
const MAX_EVENTS = 1000;

class Tail {
  private readonly listeners = new Set<TailListener>();
  private readonly watchers = new Set<() => void>();
  /** Delivery times by event id. A late commit may add an event with a lower id, so the highest id is not enough. */
  private readonly seen = new Map<number, number>();
  private floor = 0;
  private begun: Promise<void> | undefined;
  private listening: Promise<void> | undefined;
  private clock: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reading = Promise.resolve();
  private saying: NodeJS.Timeout | undefined;

  async subscribe(listener: TailListener): Promise<() => void> {
    this.listeners.add(listener);
    this.begun ??= this.begin();
    try {
      await this.begun;
    } catch (error) {
      this.leave(listener);
      throw error;
    }
    return () => this.leave(listener);
  }

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => void this.watchers.delete(watcher);
  }

  noted(): void {
    this.look();
    for (const watcher of this.watchers) watcher();
    this.saying ??= setTimeout(() => {
      this.saying = undefined;
      queries.notify("").catch((error) => log.warn({ err: error }, "other processes could not be notified"));
    }, BATCH_WINDOW_MS);
  }

  async pass(event: EphemeralEvent): Promise<void> {
    this.passHere(event);
    await queries.notify(JSON.stringify({ from: processId(), event }));
  }

  passHere(event: EphemeralEvent): void {
    for (const listener of this.listeners) listener.passing(event);
  }

  private leave(listener: TailListener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    clearInterval(this.clock);
    this.seen.clear();
    this.begun = undefined;
  }

  private async begin(): Promise<void> {
    this.listening ??= queries.listen((text) => this.heard(text));
    this.clock = setInterval(() => this.look(), POLL_INTERVAL_MS).unref();
    this.floor = await queries.getSettledEventId();
    for (const { id } of await this.unseen()) this.seen.set(id, performance.now());
  }

  private heard(text: string): void {
    if (text === "") {
      this.look();
      return;
    }
    const { from, event } = JSON.parse(text) as { from: string; event: EphemeralEvent };
    if (from !== processId()) this.passHere(event);
  }

  private look(): void {
    if (this.listeners.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.reading = this.reading.then(() => this.read());
    }, BATCH_WINDOW_MS);
  }

  private async read(): Promise<void> {
    try {
      await this.begun;
      for (;;) {
        const events = await this.unseen();
        for (const event of events) {
          this.seen.set(event.id, performance.now());
          for (const listener of this.listeners) listener.publish(event);
        }
        this.settle();
        if (events.length < MAX_EVENTS) return;
      }
    } catch (error) {
      log.warn({ err: error }, "reading live events failed");
    }
  }

  private async unseen(): Promise<queries.Published[]> {
    const events: queries.Published[] = [];
    for (let after = this.floor; events.length < MAX_EVENTS; ) {
      const page = await queries.listEventsAfter({ after, limit: MAX_EVENTS });
      events.push(...page.filter(({ id }) => !this.seen.has(id)));
      if (page.length < MAX_EVENTS) break;
      after = page.at(-1)!.id;
    }
    return events;
  }

  /** Drops ids that are so old that no pending transaction can still commit a lower id. */
  private settle(): void {
    const now = performance.now();
    for (const [id, at] of this.seen) {
      if (now - at < MAX_SEEN_AGE_MS) break;
      this.seen.delete(id);
      this.floor = Math.max(this.floor, id);
    }
  }
}

export const getTail = createOnce<Tail>(() => new Tail());
