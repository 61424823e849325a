import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { db, isEmbedded, transaction } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { backgroundRuns, backgroundSteps, type RunEvent } from "@/db/schema/background";
import { streamingTasks } from "@/db/schema/messages";

/**
 * Counts runs by state, shaped for the partial indexes because every scrape runs it. `oldestDue` is the delay in
 * seconds of the longest waiting run or event.
 */
export async function getQueueState() {
  const [row] = await db().execute<{
    waiting: number;
    running: number;
    outbox: number;
    oldest_due: number;
  }>(sql`
    select
      (select count(*) from background_runs where status = 'queued')::int as waiting,
      (select count(*) from background_runs where status = 'running')::int as running,
      (select count(*) from background_events where dispatched_at is null)::int as outbox,
      greatest(
        0,
        (select extract(epoch from now() - min(wake_at)) from background_runs where status = 'queued'),
        (select extract(epoch from now() - min(created_at)) from background_events where dispatched_at is null)
      )::float8 as oldest_due`);
  const { waiting, running, outbox, oldest_due: oldestDue } = row!;
  return { waiting, running, outbox, oldestDue };
}

/** Returns the newest failed runs and the number of all failed runs. Failed runs are kept for seven days. */
export async function listFailedRuns({ limit }: { limit: number }) {
  const isFailed = eq(backgroundRuns.status, "failed");
  const { id, functionId, finishedAt, error } = backgroundRuns;
  const [rows, total] = await Promise.all([
    db()
      .select({ id, functionId, finishedAt, error })
      .from(backgroundRuns)
      .where(isFailed)
      .orderBy(desc(finishedAt))
      .limit(limit),
    db().select({ count: count() }).from(backgroundRuns).where(isFailed),
  ]);
  return { rows, total: requireRow(total).count };
}

/** Resumes a failed run at the failed step. Returns undefined when it does not exist, false when it has not failed. */
export const retryRun = ({ id }: { id: string }): Promise<boolean | undefined> =>
  transaction(async () => {
    const again = await db()
      .update(backgroundRuns)
      .set({
        status: "queued",
        attempt: 0,
        wakeAt: sql`now()`,
        owner: null,
        leaseUntil: null,
        finishedAt: null,
        error: null,
      })
      .where(and(eq(backgroundRuns.id, id), eq(backgroundRuns.status, "failed")))
      .returning({ id: backgroundRuns.id });
    if (again.length > 0) {
      await db()
        .delete(backgroundSteps)
        .where(and(eq(backgroundSteps.runId, id), sql`result ->> 'type' = 'error'`));
      return true;
    }
    const known = await db()
      .select({ id: backgroundRuns.id })
      .from(backgroundRuns)
      .where(eq(backgroundRuns.id, id));
    return known.length > 0 ? false : undefined;
  });

export async function deleteFailedRun({ id }: { id: string }): Promise<RunEvent | undefined> {
  const [run] = await db()
    .delete(backgroundRuns)
    .where(and(eq(backgroundRuns.id, id), eq(backgroundRuns.status, "failed")))
    .returning({ event: backgroundRuns.event });
  return run?.event;
}

export async function countRunningReplies(): Promise<number> {
  const rows = await db()
    .select({ count: count() })
    .from(streamingTasks)
    .where(inArray(streamingTasks.status, ["running"]));
  return requireRow(rows).count;
}

/** Counts a stored file once, even when copies of a document share it. */
export async function sumStoredFiles() {
  const [row] = await db().execute<{ files: number; bytes: number }>(sql`
    select count(*)::int as files, coalesce(sum(size), 0)::float8 as bytes
    from (select distinct storage_key, size from documents) stored`);
  return { files: row!.files, bytes: row!.bytes };
}

export async function getDatabaseState() {
  const [row] = await db().execute<{ bytes: number; processes: number }>(sql`
    select pg_database_size(current_database())::float8 as bytes,
      (select count(*) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %')::int as processes`);
  return { bytes: row!.bytes, processes: isEmbedded() ? 1 : Math.max(1, row!.processes) };
}
