import { Cron } from "croner";
import type { backgroundEvents } from "@/db/schema/background";
import { isEmbedded } from "@/db/transaction";
import { type Event as NewEvent, register, waitForWork } from "@/lib/platform/background/service";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { recordRun } from "@/lib/platform/telemetry/runs";
import type { BackgroundFunction } from "../background-function";
import type { Engine } from "../types";
import * as queries from "./queries";
import { driveRun } from "./run";

// The limit is high, because runs mostly wait for models.
const MAX_RUNS = 1000;
const BATCH = 100;
// Interval at which work stored by other processes is found. The runner also polls when `wake()` is called.
const pollIntervalMs = () => (isEmbedded() ? 10_000 : 1000);
const CRON_INTERVAL_MS = 20_000;
const LEASE_INTERVAL_MS = 10_000;
const MAX_DRAIN_MS = 25_000;

type StoredEvent = Omit<typeof backgroundEvents.$inferSelect, "dispatchedAt">;

/** Starts the embedded runner. Its state is in the database, so that another process continues its runs. */
export function startRunner(functions: BackgroundFunction[]): Engine {
  const runner = new Runner(functions);
  return { stop: () => runner.stop() };
}

class Runner {
  private readonly driven = new Map<string, Promise<void>>();
  private readonly timers: NodeJS.Timeout[];
  private readonly unregister: () => void;
  private isStopping = false;
  private polling: Promise<void> | undefined;
  private isPollRequested = false;
  private alarm: NodeJS.Timeout | undefined;

  constructor(private readonly functions: BackgroundFunction[]) {
    this.timers = [
      setInterval(this.poll, pollIntervalMs()),
      setInterval(this.startScheduledRuns, CRON_INTERVAL_MS),
      setInterval(this.renewLeases, LEASE_INTERVAL_MS),
    ];
    for (const timer of this.timers) timer.unref();
    this.unregister = register({ wake: this.poll, take: (event) => this.startRuns(event) });
    this.startScheduledRuns();
    this.poll();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.alarm);
    this.unregister();
    await this.polling;
    const isDrained = Promise.all(this.driven.values());
    const isLate = new Promise((resolve) => setTimeout(resolve, MAX_DRAIN_MS).unref());
    await Promise.all([Promise.race([isDrained, isLate]), waitForWork(MAX_DRAIN_MS)]);
    await queries.releaseRuns();
  }

  /** Stores an event and starts its runs in one round trip to the database. */
  private async startRuns(event: NewEvent): Promise<void> {
    if (this.isStopping || this.driven.size >= MAX_RUNS) {
      await queries.insertEvents([event]);
      this.poll();
      return;
    }
    const runs = this.toRuns({ ...event, createdAt: new Date() });
    for (const run of await queries.startRuns({ event, runs })) this.drive(run, true);
    if (runs.some(({ concurrencyKey }) => concurrencyKey)) this.poll();
  }

  private toRuns(event: StoredEvent) {
    return this.functions
      .filter(({ events }) => events?.includes(event.name))
      .map((definition) => toRun(definition, event));
  }

  private drive(run: queries.ClaimedRun, isNew = false): void {
    const { id, functionId } = run;
    const definition = this.functions.find((one) => one.id === functionId);
    const outcome = definition
      ? recordRun(functionId, () => driveRun(run, definition, isNew, () => this.isStopping))
      : queries.updateRun({ id, status: "failed", error: "This function is no longer part of Parley." });
    const driven = outcome
      .catch((error: unknown) =>
        log.error({ err: error, function: functionId, run: id }, "a background run was interrupted"),
      )
      .then(() => {
        this.driven.delete(id);
        this.poll();
      });
    this.driven.set(id, driven);
  }

  /** Starts waiting events and claims due runs. A call during another poll starts one more after it. */
  private readonly poll = (): void => {
    if (this.isStopping) return;
    this.isPollRequested = true;
    this.polling ??= this.pollWhileRequested();
  };

  private async pollWhileRequested(): Promise<void> {
    while (this.isPollRequested && !this.isStopping) {
      this.isPollRequested = false;
      await this.pollOnce().catch((error: unknown) =>
        log.warn({ err: error }, "the background runner could not look for work"),
      );
    }
    this.polling = undefined;
  }

  private async pollOnce(): Promise<void> {
    const taken = await queries.dispatchEvents({ limit: BATCH, toRuns: (event) => this.toRuns(event) });
    // Read before runs are claimed, so that the alarm covers runs that become due in between.
    const dueInMs = await queries.findNextDueMs();
    const limit = Math.min(BATCH, MAX_RUNS - this.driven.size);
    const claimed = limit > 0 && !this.isStopping ? await queries.claimRuns({ limit }) : [];
    for (const run of claimed) if (!this.driven.has(run.id)) this.drive(run);
    if (taken === BATCH || (limit > 0 && claimed.length === limit)) this.isPollRequested = true;
    clearTimeout(this.alarm);
    if (dueInMs !== undefined && !this.isStopping)
      this.alarm = setTimeout(this.poll, Math.min(Math.max(dueInMs, 10), 60_000)).unref();
  }

  private readonly startScheduledRuns = (): void => {
    void this.insertScheduledRuns().catch((error: unknown) =>
      log.warn({ err: error }, "scheduled functions could not be started"),
    );
  };

  /** Starts each scheduled function once for its latest due time, even when no process ran at that time. */
  private async insertScheduledRuns(): Promise<void> {
    for (const definition of this.functions) {
      const { id: functionId, cron } = definition;
      if (!cron) continue;
      const [at] = new Cron(cron, { timezone: "UTC" }).previousRuns(1, clock.getDateIn(0));
      if (!at || !(await queries.claimCron({ functionId, at }))) continue;
      const event = { id: crypto.randomUUID(), name: "inngest/scheduled.timer", data: { cron } };
      await queries.insertRun(toRun(definition, { ...event, createdAt: new Date() }));
      this.poll();
    }
  }

  private readonly renewLeases = (): void => {
    if (this.driven.size === 0) return;
    queries
      .renewLeases({ ids: [...this.driven.keys()] })
      .catch((error: unknown) => log.warn({ err: error }, "leases could not be renewed"));
  };
}

const toRun = (
  { id: functionId, concurrency: { total, perKey } = {}, priorityField }: BackgroundFunction,
  event: StoredEvent,
) => ({
  functionId,
  eventId: event.id,
  event: { id: event.id, name: event.name, data: event.data, ts: event.createdAt.getTime() },
  priority: priorityField ? toPriority(event.data[priorityField]) : 0,
  ...(perKey && {
    concurrencyKey: `${functionId} ${JSON.stringify(event.data[perKey.field])}`,
    concurrencyLimit: perKey.limit,
    totalLimit: total,
  }),
  ...(total && !perKey && { concurrencyKey: `${functionId} `, concurrencyLimit: total }),
});

// Limits a priority to the range that Inngest supports.
function toPriority(value: unknown): number {
  const priority = Number(value ?? 0);
  return Number.isFinite(priority) ? Math.round(Math.max(-600, Math.min(600, priority))) : 0;
}
