import { and, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { isOpenRun, replyDirections, streamingChunks, streamingTasks } from "@/db/schema/messages";
import { processId } from "@/lib/platform/singleton";

/** Which process runs a task, and whether that is alive. */

const HEARTBEAT_LOST = sql`interval '10 seconds'`;
/** By the clock and not by the begin of the statement, which may have waited for a lock until nobody believed in it. */
export const ALIVE = sql`clock_timestamp()`;

/** Nobody runs it: not begun, its process is silent, or (there being only one process) is not this one. Nor is it paused. */
const isFree = () =>
  and(
    eq(streamingTasks.isPauseAsked, false),
    or(
      isNull(streamingTasks.heartbeatAt),
      lt(streamingTasks.heartbeatAt, sql`now() - ${HEARTBEAT_LOST}`),
      isEmbedded() ? ne(streamingTasks.owner, processId()) : undefined,
    ),
  );

/** Somebody has said something to it that it has not been told. */
const HAS_DIRECTIONS = sql<boolean>`exists (select from ${replyDirections} said
  where said.task_id = streaming_tasks.id and said.taken_at is null)`;

/** What a task is inserted with that this process runs at once; the time becomes the database's, since clocks of processes differ. */
export const claimed = () => ({
  status: "running" as const,
  owner: processId(),
  attempt: 1,
  heartbeatAt: new Date(),
});

/** Longer than what an attempt may have shown of its text and not stored. */
export const UNSTORED = 2_000_000;

/**
 * Makes this process the one that runs a task; undefined when it is over or another runs it. Its text begins behind every
 * position that readers can have of an earlier attempt.
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

export const beat = ({ ids }: { ids: string[] }) =>
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

/** Tasks that nobody runs although they should be running. */
export const freeTasks = ({ limit }: { limit: number }) =>
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
