import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { listen, notify } from "@/db/notifications";
import { buildOnce } from "@/db/query-cache";
import { streamingChunks, streamingTasks } from "@/db/schema/messages";
import { processId } from "@/lib/platform/once";

// Ids per notification: PostgreSQL limits payloads to 8,000 bytes.
const MAX_IDS_PER_NOTICE = 200;

const storeChunks = buildOnce<{ rows: string }, never>(
  ({ rows }) => sql`
    insert into ${streamingChunks} (task_id, idx, text)
    select chunk.task_id, chunk.idx, chunk.text
    from jsonb_to_recordset(${rows}::jsonb) chunk (task_id uuid, idx int, text text)
    join ${streamingTasks} task on task.id = chunk.task_id
    for key share of task
    on conflict do nothing`,
);

/** Inserts chunks, skipping those of runs that were deleted with their chat. */
export async function insertChunks(chunks: { taskId: string; idx: number; text: string }[]): Promise<void> {
  const rows = chunks.map(({ taskId, idx, text }) => ({ task_id: taskId, idx, text }));
  await storeChunks({ rows: JSON.stringify(rows) });
  await notifyTasks(chunks.map(({ taskId }) => taskId));
}

export const restart = ({ id, startIdx }: { id: string; startIdx: number }) =>
  db()
    .update(streamingTasks)
    .set({ startIdx })
    .where(and(eq(streamingTasks.id, id), eq(streamingTasks.owner, processId())));

/** Notifies other processes, batched because every process also receives its own notifications. */
export async function notifyTasks(taskIds: string[]): Promise<void> {
  for (let at = 0; at < taskIds.length; at += MAX_IDS_PER_NOTICE)
    await notify("parley_stream", taskIds.slice(at, at + MAX_IDS_PER_NOTICE).join());
}

export const listenToTasks = (listener: (taskId: string) => void) =>
  listen("parley_stream", (ids) => ids.split(",").forEach(listener));

export const announceReader = (taskId: string) => notify("parley_stream_readers", taskId);

export const listenToReaders = (listener: (taskId: string) => void) =>
  listen("parley_stream_readers", listener);

/**
 * @param span limits the result to chunks that end within this many UTF-16 units after `idx`; must exceed the length
 * of a chunk
 */
export const listChunksAfter = ({ taskId, idx, span }: { taskId: string; idx: number; span?: number }) =>
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
