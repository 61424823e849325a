import { and, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { isOpenRun, replyDirections, streamingChunks, streamingTasks } from "@/db/schema/messages";
import { processId } from "@/lib/platform/once";

const HEARTBEAT_LOST = sql`interval '10 seconds'`;
/** Uses the wall clock instead of `now()`, because a transaction may wait for a lock longer than a heartbeat lasts. */
export const ALIVE = sql`clock_timestamp()`;

// A task is free when it has not started, its owner's heartbeat is lost, or (with an embedded database, which has a
// single process) its owner is an earlier process. Paused tasks are not free.
const isFree = () =>
  and(
    eq(streamingTasks.isPauseAsked, false),
    or(
      isNull(streamingTasks.heartbeatAt),
      lt(streamingTasks.heartbeatAt, sql`now() - ${HEARTBEAT_LOST}`),
      isEmbedded() ? ne(streamingTasks.owner, processId()) : undefined,
    ),
  );

const HAS_DIRECTIONS = sql<boolean>`exists (select from ${replyDirections} said
  where said.task_id = streaming_tasks.id and said.taken_at is null)`;

/**
 * Columns of a task that this process runs immediately. `heartbeatAt` is replaced by the database's clock, because
 * clocks of processes differ.
 */
export const claimColumns = () => ({
  status: "running" as const,
  owner: processId(),
  attempt: 1,
  heartbeatAt: new Date(),
});

/** Upper bound on the text that an attempt may have shown but not persisted, in UTF-16 units. */
export const UNSTORED = 2_000_000;

/**
 * Makes this process the owner of a task. Returns undefined when the task has ended or another process owns it. The
 * text starts beyond any position of an earlier attempt that a reader can have seen.
 */
export async function claimTask({ id }: { id: string }) {
  const [row] = await db()
    .update(streamingTasks)
    .set({
      status: "running",
      owner: processId(),
      attempt: sql`${streamingTasks.attempt} + 1`,
      heartbeatAt: ALIVE,
      startIdx: sql`case when ${streamingTasks.attempt} = 0 then 0 else ${UNSTORED}::int
        + greatest(${streamingTasks.startIdx}, (select max(idx) from ${streamingChunks} where task_id = ${id})) end`,
    })
    .where(and(eq(streamingTasks.id, id), isOpenRun, isFree()))
    .returning({ ...getTableColumns(streamingTasks), hasDirections: HAS_DIRECTIONS });
  return row;
}

export const updateHeartbeats = ({ ids }: { ids: string[] }) =>
  db()
    .update(streamingTasks)
    .set({ heartbeatAt: ALIVE })
    .where(and(inArray(streamingTasks.id, ids), eq(streamingTasks.owner, processId()), isOpenRun))
    .returning({
      id: streamingTasks.id,
      isStopAsked: streamingTasks.isStopAsked,
      isPauseAsked: streamingTasks.isPauseAsked,
      hasDirections: HAS_DIRECTIONS,
    });

export const listFreeTasks = ({ limit }: { limit: number }) =>
  db()
    .select({ id: streamingTasks.id })
    .from(streamingTasks)
    .where(
      and(
        isOpenRun,
        isFree(),
        or(
          eq(streamingTasks.status, "running"),
          lt(streamingTasks.createdAt, sql`now() - ${HEARTBEAT_LOST}`),
        ),
      ),
    )
    .limit(limit);
