import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { db } from "@/db/client";
import {
  isOpenRun,
  replyDirections,
  replyRounds,
  type StoredPlan,
  type StoredStep,
  streamingTasks,
} from "@/db/schema/messages";
import { processId } from "@/lib/platform/once";

type OfTask = { taskId: string };
export type RoundRow = typeof replyRounds.$inferSelect;

export const listRounds = ({ taskId }: OfTask): Promise<RoundRow[]> =>
  db()
    .select()
    .from(replyRounds)
    .where(eq(replyRounds.taskId, taskId))
    .orderBy(asc(replyRounds.assistantPosition), asc(replyRounds.round));

type Finished = OfTask &
  Pick<RoundRow, "assistantPosition" | "round" | "turns" | "state"> & {
    steps: StoredStep[];
    plan: StoredPlan | null;
    directionIds: number[];
  };

/**
 * Stores a checkpoint of a finished agent step with the state that readers see. Returns false when another process
 * owns the run by now.
 */
export async function insertCheckpoint({
  taskId,
  assistantPosition,
  round,
  turns,
  state,
  steps,
  plan,
  directionIds,
}: Finished): Promise<boolean> {
  const kept = await db().execute<{ round: number }>(sql`
    with task as (
      update ${streamingTasks} set steps = ${JSON.stringify(steps)}::jsonb, plan = ${plan && JSON.stringify(plan)}::jsonb
      where id = ${taskId} and owner = ${processId()} and status in ('queued', 'running') returning id
    ), told as (
      update ${replyDirections} set taken_at = now() from task
      where reply_directions.task_id = task.id
        and reply_directions.id in (select value::int from jsonb_array_elements_text(${JSON.stringify(directionIds)}::jsonb))
    )
    insert into ${replyRounds} (task_id, assistant_position, round, turns, state)
    select id, ${assistantPosition}::int, ${round}::int, ${JSON.stringify(turns)}::jsonb, ${JSON.stringify(state)}::jsonb
    from task
    returning round`);
  return kept.length > 0;
}

/** Pauses a run by giving up its ownership. Returns false when the pause was cancelled. */
export async function releasePausedRun({ taskId }: OfTask): Promise<boolean> {
  const rows = await db()
    .update(streamingTasks)
    .set({ owner: null, heartbeatAt: null })
    .where(
      and(
        eq(streamingTasks.id, taskId),
        eq(streamingTasks.owner, processId()),
        eq(streamingTasks.isPauseAsked, true),
        isOpenRun,
      ),
    )
    .returning({ id: streamingTasks.id });
  return rows.length > 0;
}

export async function setPause({ taskId, isAsked }: OfTask & { isAsked: boolean }): Promise<boolean> {
  const rows = await db()
    .update(streamingTasks)
    .set({ isPauseAsked: isAsked })
    .where(and(eq(streamingTasks.id, taskId), isOpenRun))
    .returning({ id: streamingTasks.id });
  return rows.length > 0;
}

export const MAX_WAITING_MESSAGES = 20;

export async function addDirection({ taskId, userId, text }: OfTask & { userId: number; text: string }) {
  const [row] = await db().execute<{ id: number; created_at: string }>(sql`
    insert into ${replyDirections} (task_id, user_id, text)
    select id, ${userId}::int, ${text}::text from ${streamingTasks}
    where id = ${taskId} and status in ('queued', 'running') and (select count(*) from ${replyDirections} waiting
      where waiting.task_id = ${taskId} and waiting.taken_at is null) < ${MAX_WAITING_MESSAGES}::int
    returning id, created_at`);
  return row && { id: row.id, text, createdAt: new Date(row.created_at) };
}

export const listWaitingDirections = ({ taskId }: OfTask) =>
  db()
    .select({ id: replyDirections.id, text: replyDirections.text })
    .from(replyDirections)
    .where(and(eq(replyDirections.taskId, taskId), isNull(replyDirections.takenAt)))
    .orderBy(asc(replyDirections.id));
