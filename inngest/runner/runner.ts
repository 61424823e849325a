import { Cron } from "croner";
import type { Inngest, InngestFunction } from "inngest";
import type { backgroundEvents } from "@/db/schema/background";
import { isEmbedded } from "@/db/transaction";
import { type Event as Emitted, register, workDone } from "@/lib/platform/background/service";
import * as clock from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { watchedRun } from "@/lib/platform/telemetry/runs";
import type { Engine } from "../types";
import { protocol } from "./protocol";
import * as queries from "./queries";
import { drive } from "./run";

const AT_ONCE = 1000;
const BATCH = 100;
/** Milliseconds between polls for work of other processes; `wake` looks immediately. */
const LOOK_EVERY = () => (isEmbedded() ? 10_000 : 1000);
const RENEW_EVERY = 10_000;
const MAX_DRAIN_MS = 25_000;

type Event = typeof backgroundEvents.$inferSelect;
type Concurrency = { limit: number; key?: string };
type Definition = {
  id: string;
  retries: number;
  events: string[];
  crons: string[];
  cancelOn: { event: string; match?: string }[];
  /** Limit per value of `key`, or without a key in total. */
  concurrency: Concurrency | undefined;
  /** Total limit in addition to a limit per key. */
  totalLimit: number | undefined;
  /** Path of the priority in the event, from -600 to 600. */
  priority: string | undefined;
};

function toDefinition(fn: InngestFunction.Any): Definition {
  const { opts } = fn as unknown as {
    opts: {
      id: string;
      retries?: number;
      triggers?: { event?: string; cron?: string }[];
      cancelOn?: { event: string; match?: string }[];
      concurrency?: number | Concurrency | Concurrency[];
      priority?: { run?: string };
    };
  };
  const limits = [opts.concurrency ?? []]
    .flat()
    .map((one) => (typeof one === "number" ? { limit: one } : one));
  const [total, keyed] = [limits.find(({ key }) => !key), limits.find(({ key }) => key)];
  return {
    id: opts.id,
    retries: opts.retries ?? 3,
    events: opts.triggers?.flatMap(({ event }) => event ?? []) ?? [],
    crons: opts.triggers?.flatMap(({ cron }) => cron ?? []) ?? [],
    cancelOn: opts.cancelOn ?? [],
    concurrency: keyed ?? total,
    totalLimit: keyed && total?.limit,
    priority: opts.priority?.run,
  };
}

function valueAt(event: { data: Record<string, unknown> }, path: string): unknown {
  return path
    .replace(/^event\./, "")
    .split(".")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], event);
}

const toRun = (
  { id: functionId, concurrency, totalLimit, priority }: Definition,
  event: Omit<Event, "dispatchedAt">,
) => ({
  functionId,
  eventId: event.id,
  event: { id: event.id, name: event.name, data: event.data, ts: event.createdAt.getTime() },
  priority: priority ? priorityAt(event, priority) : 0,
  concurrencyKey: undefined as string | undefined,
  ...(concurrency && {
    concurrencyKey: `${functionId} ${concurrency.key ? JSON.stringify(valueAt(event, concurrency.key)) : ""}`,
    concurrencyLimit: concurrency.limit,
    totalLimit,
  }),
});

function priorityAt(event: { data: Record<string, unknown> }, path: string): number {
  const value = Number(valueAt(event, path) ?? 0);
  return Number.isFinite(value) ? Math.round(Math.max(-600, Math.min(600, value))) : 0;
}

/**
 * Embedded runner: drives the same functions as an Inngest server, with its state in the database, so that runs
 * continue after a restart.
 */
export function startRunner(
  client: Inngest,
  functions: InngestFunction.Any[],
): Engine & { cancel: typeof queries.cancelRun } {
  const definitions = functions.map(toDefinition);
  const call = protocol(client, functions);
  const driving = new Map<string, Promise<void>>();
  let isStopping = false;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let alarm: NodeJS.Timeout | undefined;

  const take = async () => {
    const cancelled: { functionId: string; field: string | undefined; value: unknown }[] = [];
    const count = await queries.takeEvents({
      limit: BATCH,
      runsOf: (event) => {
        for (const { id, cancelOn } of definitions) {
          for (const { event: name, match } of cancelOn) {
            if (name === event.name)
              cancelled.push({ functionId: id, field: match, value: match && valueAt(event, match) });
          }
        }
        return definitions
          .filter(({ events }) => events.includes(event.name))
          .map((definition) => toRun(definition, event));
      },
    });
    for (const which of cancelled) await queries.cancelMatching(which);
    return count;
  };

  const takeNow = async (event: Emitted): Promise<void> => {
    const isBusy = isStopping || driving.size >= AT_ONCE;
    if (
      isBusy ||
      definitions.some(({ cancelOn }) => cancelOn.some(({ event: name }) => name === event.name))
    ) {
      await queries.insertEvents([event]);
      look();
      return;
    }
    const runs = definitions
      .filter(({ events }) => events.includes(event.name))
      .map((definition) => toRun(definition, { ...event, createdAt: new Date() }));
    for (const run of await queries.startRuns({ event, runs })) begin(run, true);
    if (runs.some(({ concurrencyKey }) => concurrencyKey)) look();
  };

  const begin = (run: queries.ClaimedRun, isNew = false) => {
    const definition = definitions.find(({ id }) => id === run.functionId);
    const driven = (
      definition
        ? watchedRun(run.functionId, () => drive(run, call, definition, isNew, () => isStopping))
        : forget(run)
    )
      .catch((error) =>
        log.error({ err: error, function: run.functionId, run: run.id }, "a background run was interrupted"),
      )
      .then(() => undefined)
      .finally(() => {
        driving.delete(run.id);
        if (!isStopping) look();
      });
    driving.set(run.id, driven);
  };
  const forget = ({ id }: queries.ClaimedRun) =>
    queries.updateRun({ id, status: "failed", error: "This function is no longer part of Parley." });

  const lookOnce = async () => {
    const taken = await take();
    // Read before claiming, so that runs that become due in between are not missed.
    const dueIn = await queries.nextDueIn();
    const room = Math.min(BATCH, AT_ONCE - driving.size);
    const claimed = room > 0 && !isStopping ? await queries.claimRuns({ limit: room }) : [];
    for (const run of claimed) if (!driving.has(run.id)) begin(run);
    if (taken === BATCH || (claimed.length === room && room > 0)) isAskedAgain = true;
    clearTimeout(alarm);
    if (dueIn !== undefined && !isStopping)
      alarm = setTimeout(look, Math.min(Math.max(dueIn, 10), 60_000)).unref();
  };

  function look(): void {
    if (isStopping) return;
    if (looking) {
      isAskedAgain = true;
      return;
    }
    looking = lookOnce()
      .catch((error) => log.warn({ err: error }, "the background runner could not look for work"))
      .finally(() => {
        looking = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        look();
      });
  }

  /** Starts a scheduled function once for its latest due time, including times when no process was running. */
  const tick = async () => {
    for (const definition of definitions) {
      for (const pattern of definition.crons) {
        const [at] = new Cron(pattern, { timezone: "UTC" }).previousRuns(1, clock.dateIn(0));
        if (!at || !(await queries.takeCron({ functionId: definition.id, at }))) continue;
        const id = crypto.randomUUID();
        const event = {
          id,
          name: "inngest/scheduled.timer",
          data: { cron: pattern },
          createdAt: new Date(),
          dispatchedAt: null,
        };
        await queries.insertRun(toRun(definition, event));
        look();
      }
    }
  };
  const logged = (work: () => Promise<unknown>, what: string) => () =>
    void work().catch((error) => log.warn({ err: error }, what));
  const timers = [
    setInterval(look, LOOK_EVERY()),
    setInterval(logged(tick, "scheduled functions could not be started"), 20_000),
    setInterval(
      logged(async () => {
        if (driving.size > 0) await queries.renewLeases({ ids: [...driving.keys()] });
      }, "leases could not be renewed"),
      RENEW_EVERY,
    ),
  ];
  for (const timer of timers) timer.unref();
  const unregister = register({ wake: look, take: takeNow });
  logged(tick, "scheduled functions could not be started")();
  look();

  return {
    cancel: queries.cancelRun,
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      clearTimeout(alarm);
      unregister();
      await looking;
      const isDrained = Promise.all(driving.values());
      const isLate = new Promise((resolve) => setTimeout(resolve, MAX_DRAIN_MS).unref());
      await Promise.all([Promise.race([isDrained, isLate]), workDone(MAX_DRAIN_MS)]);
      await queries.releaseRuns();
    },
  };
}
