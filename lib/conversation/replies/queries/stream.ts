import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { buildOnce } from "@/db/build-once";
import { db } from "@/db/client";
import { listen, notify } from "@/db/notices";
import { streamingChunks, streamingTasks } from "@/db/schema/messages";
import { processId } from "@/lib/platform/singleton";

/** Ids that one notice holds: 8,000 bytes at the most. */
const MOST_TOLD = 200;

const storeChunks = buildOnce<{ rows: string }, never>(
  ({ rows }) => sql`
    insert into ${streamingChunks} (task_id, idx, text)
    select chunk.task_id, chunk.idx, chunk.text
    from jsonb_to_recordset(${rows}::jsonb) chunk (task_id uuid, idx int, text text)
    join ${streamingTasks} task on task.id = chunk.task_id
    for key share of task
    on conflict do nothing`,
);

/** Stores chunks; those of a run that went with its chat are left out. */
export async function insertChunks(chunks: { taskId: string; idx: number; text: string }[]): Promise<void> {
  const rows = chunks.map(({ taskId, idx, text }) => ({ task_id: taskId, idx, text }));
  await storeChunks({ rows: JSON.stringify(rows) });
  await tell(chunks.map(({ taskId }) => taskId));
}

/** Voids the text of a run before `startIdx`. */
export const restart = ({ id, startIdx }: { id: string; startIdx: number }) =>
  db()
    .update(streamingTasks)
    .set({ startIdx })
    .where(and(eq(streamingTasks.id, id), eq(streamingTasks.owner, processId())));

/** Tells the other processes that tasks have changed: many by one notice, since each process hears its own too. */
export async function tell(taskIds: string[]): Promise<void> {
  for (let at = 0; at < taskIds.length; at += MOST_TOLD)
    await notify("parley_stream", taskIds.slice(at, at + MOST_TOLD).join());
}

/** Calls `listener` with each task that another process changes. On the embedded database there is none. */
export const listenToTasks = (listener: (taskId: string) => void) =>
  listen("parley_stream", (ids) => ids.split(",").forEach(listener));

/** Has the process that runs a task store its text sooner, since it is read in this one. */
export const tellOfReader = (taskId: string) => notify("parley_stream_readers", taskId);

/** Calls `listener` with each task that is read in another process. */
export const listenToReaders = (listener: (taskId: string) => void) =>
  listen("parley_stream_readers", listener);

/** @param span Only chunks that end within so many characters after `idx`; longer than any chunk */
export const chunksAfter = ({ taskId, idx, span }: { taskId: string; idx: number; span?: number }) =>
  db()
    .select({ idx: streamingChunks.idx, text: streamingChunks.text })
    .from(streamingChunks)
    .where(
      and(
        eq(streamingChunks.taskId, taskId),
        gt(streamingChunks.idx, idx),
        span === undefined ? undefined : lte(streamingChunks.idx, idx + span),
      ),
    )
    .orderBy(asc(streamingChunks.idx));
