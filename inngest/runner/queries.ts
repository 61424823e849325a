import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { db, isEmbedded, transaction } from "@/db/client";
import {
  backgroundCrons,
  backgroundEvents,
  backgroundRuns,
  backgroundSteps,
  type RunEvent,
  type StepResult,
} from "@/db/schema/background";
import * as clock from "@/lib/platform/clock";
import { processId } from "@/lib/platform/once";

export type RunRow = typeof backgroundRuns.$inferSelect;
export type ClaimedRun = Pick<RunRow, "id" | "functionId" | "event" | "attempt">;
type NewRun = typeof backgroundRuns.$inferInsert;

const LEASE = sql`now() + interval '30 seconds'`;

export const insertEvents = (rows: (typeof backgroundEvents.$inferInsert)[]) =>
  db().insert(backgroundEvents).values(rows).onConflictDoNothing();

/**
 * Inserts an event and its runs in one statement. Runs without a concurrency key are owned by this process
 * immediately and returned. An event that is already stored starts no runs.
 */
export async function startRuns({
  event: { id, name, data },
  runs,
}: {
  event: { id: string; name: string; data: Record<string, unknown> };
  runs: Pick<
    NewRun,
    "functionId" | "event" | "concurrencyKey" | "concurrencyLimit" | "totalLimit" | "priority"
  >[];
}): Promise<ClaimedRun[]> {
  const rows = await db().execute<{ id: string; function_id: string; event: RunEvent; attempt: number }>(sql`
    with event as (
      insert into background_events (id, name, data, dispatched_at)
      values (${id}::uuid, ${name}::text, ${JSON.stringify(data)}::jsonb, now())
      on conflict do nothing returning id
    ), started as (
      insert into background_runs
        (function_id, event_id, event, concurrency_key, concurrency_limit, total_limit, priority,
          status, owner, lease_until)
      select run."functionId", event.id, run.event, run."concurrencyKey", run."concurrencyLimit",
        run."totalLimit", coalesce(run.priority, 0),
        case when run."concurrencyKey" is null then 'running' else 'queued' end::background_status,
        case when run."concurrencyKey" is null then ${processId()}::text end,
        case when run."concurrencyKey" is null then ${LEASE} end
      from event, jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
        as run ("functionId" text, event jsonb, "concurrencyKey" text, "concurrencyLimit" int,
          "totalLimit" int, priority int)
      on conflict do nothing returning id, function_id, event, attempt, status
    )
    select id, function_id, event, attempt from started where status = 'running'`);
  return rows.map((row) => ({
    id: row.id,
    functionId: row.function_id,
    event: row.event,
    attempt: row.attempt,
  }));
}

export const countWaitingEvents = ({ limit }: { limit: number }) =>
  db()
    .select()
    .from(backgroundEvents)
    .where(isNull(backgroundEvents.dispatchedAt))
    .orderBy(asc(backgroundEvents.createdAt))
    .limit(limit);

export const markDispatched = ({ ids }: { ids: string[] }) =>
  db().update(backgroundEvents).set({ dispatchedAt: sql`now()` }).where(inArray(backgroundEvents.id, ids));

export async function dispatchEvents({
  limit,
  toRuns,
}: {
  limit: number;
  toRuns: (event: typeof backgroundEvents.$inferSelect) => NewRun[];
}): Promise<number> {
  return transaction(async () => {
    const events = await db()
      .update(backgroundEvents)
      .set({ dispatchedAt: sql`now()` })
      .where(
        inArray(
          backgroundEvents.id,
          db()
            .select({ id: backgroundEvents.id })
            .from(backgroundEvents)
            .where(isNull(backgroundEvents.dispatchedAt))
            .orderBy(asc(backgroundEvents.createdAt))
            .limit(limit)
            .for("update", { skipLocked: true }),
        ),
      )
      .returning();
    // Runs get the time of their event, so that a late dispatch does not cost them their place in the queue.
    const runs = events.flatMap((event) => {
      const at = sql`(select created_at from ${backgroundEvents} where id = ${event.id}::uuid)`;
      return toRuns(event).map((run) => ({ ...run, createdAt: at, wakeAt: at }));
    });
    if (runs.length > 0) await db().insert(backgroundRuns).values(runs).onConflictDoNothing();
    return events.length;
  });
}

// A run with one more point of priority starts as if it had waited this much longer.
const PRIORITY_POINT_WAIT = sql`interval '1 minute'`;
// Key of the advisory lock that serializes claims; unique among our locks.
const CLAIM_LOCK_KEY = 6_021_023;

/**
 * Claims due runs: queued ones, and running ones whose owner stopped (with the embedded database: any other process)
 * or has lost its lease. Runs with the same concurrency key do not exceed its limit; higher priority and longer waits
 * go first. When a function has a total limit, its keys are served round-robin by the time of their last run.
 */
export async function claimRuns({ limit }: { limit: number }): Promise<RunRow[]> {
  const isAbandoned = isEmbedded()
    ? sql`(owner <> ${processId()} or lease_until < now())`
    : sql`lease_until < now()`;
  const isDue = sql`((status = 'queued' and wake_at <= now()) or (status = 'running' and ${isAbandoned}))`;
  const claimable = sql`
    with at_work as (
      select function_id, concurrency_key, count(*) as runs from background_runs
      where status = 'running' and not ${isAbandoned} and concurrency_key is not null group by 1, 2
    ), due as (
      select id, function_id, wake_at, concurrency_key, concurrency_limit, total_limit, row_number() over
        (partition by concurrency_key order by wake_at - priority * ${PRIORITY_POINT_WAIT}, created_at, id) as place
      from background_runs where ${isDue}
    ), within_key as (
      select due.*, place + coalesce(runs, 0) as turn, case when total_limit is not null then (
        select max(taken_at) from background_runs taken where taken.concurrency_key = due.concurrency_key
      ) end as last_turn
      from due left join at_work using (function_id, concurrency_key)
      where concurrency_key is null or place + coalesce(runs, 0) <= concurrency_limit
    ), within_function as (
      select *, row_number() over (partition by function_id order by turn, last_turn nulls first, wake_at)
        + coalesce((select sum(runs) from at_work where at_work.function_id = within_key.function_id), 0) as number
      from within_key
    )
    select id from within_function where total_limit is null or number <= total_limit
    order by wake_at limit ${limit}`;
  return transaction(async () => {
    if (!isEmbedded()) await db().execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK_KEY})`);
    const locked = await db()
      .select({ id: backgroundRuns.id })
      .from(backgroundRuns)
      .where(and(inArray(backgroundRuns.id, sql`(${claimable})`), isDue))
      .for("update", { skipLocked: true });
    if (locked.length === 0) return [];
    return db()
      .update(backgroundRuns)
      .set({ status: "running", owner: processId(), leaseUntil: LEASE, takenAt: sql`clock_timestamp()` })
      .where(
        inArray(
          backgroundRuns.id,
          locked.map(({ id }) => id),
        ),
      )
      .returning();
  });
}

export async function renewLeases({ ids }: { ids: string[] }): Promise<string[]> {
  const rows = await db()
    .update(backgroundRuns)
    .set({ leaseUntil: LEASE })
    .where(
      and(
        inArray(backgroundRuns.id, ids),
        eq(backgroundRuns.owner, processId()),
        eq(backgroundRuns.status, "running"),
      ),
    )
    .returning({ id: backgroundRuns.id });
  return rows.map(({ id }) => id);
}

export const listSteps = ({ runId }: { runId: string }) =>
  db()
    .select()
    .from(backgroundSteps)
    .where(eq(backgroundSteps.runId, runId))
    .orderBy(asc(backgroundSteps.position));

/** Stores results of a run's steps. Returns false when the run was cancelled or another process owns it. */
export async function insertSteps({
  runId,
  steps,
}: {
  runId: string;
  steps: { id: string; position: number; result: StepResult }[];
}): Promise<boolean> {
  const rows = await db().execute(sql`
    insert into background_steps (run_id, id, position, result)
    select run.id, step.id, step.position, step.result
    from background_runs run, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as step (id text, position int, result jsonb)
    where run.id = ${runId}::uuid and run.status = 'running' and run.owner = ${processId()}::text
    on conflict do nothing returning id`);
  return [...rows].length === steps.length;
}

type RunChange = Partial<Pick<RunRow, "status" | "attempt" | "error">> & { wakeInMs?: number };

export async function updateRun({ id, wakeInMs, ...values }: RunChange & { id: string }): Promise<void> {
  const isOver = values.status !== undefined && !["queued", "running"].includes(values.status);
  await db()
    .update(backgroundRuns)
    .set({
      ...values,
      ...(wakeInMs !== undefined && { wakeAt: sql`now() + ${wakeInMs} * interval '1 millisecond'` }),
      ...(isOver && { finishedAt: sql`now()` }),
    })
    .where(
      and(
        eq(backgroundRuns.id, id),
        eq(backgroundRuns.owner, processId()),
        eq(backgroundRuns.status, "running"),
      ),
    );
}

/**
 * Returns milliseconds until the next queued run is due; undefined when there is none. Ignores runs that are already
 * due and wait for a free slot.
 */
export async function findNextDueMs(): Promise<number | undefined> {
  const rows = await db().execute<{ ms: number | null }>(
    sql`select (extract(epoch from min(wake_at) - now()) * 1000)::float8 as ms from background_runs where status = 'queued' and wake_at > now()`,
  );
  return [...rows][0]?.ms ?? undefined;
}

export const releaseRuns = () =>
  db()
    .update(backgroundRuns)
    .set({ status: "queued", owner: null, leaseUntil: null })
    .where(and(eq(backgroundRuns.owner, processId()), eq(backgroundRuns.status, "running")));

/** Records that a scheduled function is due. Returns true in one process only. */
export async function claimCron({ functionId, at }: { functionId: string; at: Date }): Promise<boolean> {
  const rows = await db()
    .insert(backgroundCrons)
    .values({ functionId, lastAt: at })
    .onConflictDoUpdate({
      target: backgroundCrons.functionId,
      set: { lastAt: at },
      setWhere: lt(backgroundCrons.lastAt, at),
    })
    .returning({ functionId: backgroundCrons.functionId });
  return rows.length > 0;
}

export const insertRun = (run: NewRun) => db().insert(backgroundRuns).values(run).onConflictDoNothing();

export const insertFailedRun = (run: Pick<NewRun, "functionId" | "eventId" | "event" | "error">) =>
  insertRun({ ...run, status: "failed", finishedAt: clock.getDateIn(0) });

export async function sweepRuns(): Promise<void> {
  await db()
    .delete(backgroundRuns)
    .where(
      sql`finished_at < now() - case when status = 'failed' then interval '7 days' else interval '1 day' end`,
    );
  await db().delete(backgroundEvents).where(sql`dispatched_at < now() - interval '7 days'`);
}
