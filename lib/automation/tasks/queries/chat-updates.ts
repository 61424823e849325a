import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { taskChatUpdates, tasks } from "@/db/schema/tasks";

export type UpdateRow = typeof taskChatUpdates.$inferSelect;
type OfPerson = { taskId: number; userId: number };

// A run without progress since this time counts as crashed.
const STALLED_BEFORE = sql`now() - interval '10 minutes'`;
const ofPerson = ({ taskId, userId }: OfPerson) =>
  and(eq(taskChatUpdates.taskId, taskId), eq(taskChatUpdates.userId, userId));
const isRun = (runId: string) => and(eq(taskChatUpdates.runId, runId), eq(taskChatUpdates.state, "running"));

/** Starts a run, which replaces the previous one. Returns undefined while the previous run is still running. */
export async function start({
  total,
  ...which
}: OfPerson & { total: number }): Promise<UpdateRow | undefined> {
  const fresh = {
    runId: sql`gen_random_uuid()`,
    state: total === 0 ? ("done" as const) : ("running" as const),
    total,
    updated: 0,
    passed: 0,
    startedAt: sql`now()`,
    movedAt: sql`now()`,
  };
  const [row] = await db()
    .insert(taskChatUpdates)
    .values({ ...which, ...fresh })
    .onConflictDoUpdate({
      target: [taskChatUpdates.taskId, taskChatUpdates.userId],
      set: fresh,
      setWhere: sql`${taskChatUpdates.state} <> 'running' or ${taskChatUpdates.movedAt} < ${STALLED_BEFORE}`,
    })
    .returning();
  return row;
}

export async function findLatestUpdate(which: OfPerson): Promise<UpdateRow | undefined> {
  const [row] = await db().select().from(taskChatUpdates).where(ofPerson(which));
  return row;
}

export async function findRunningUpdate({ runId }: { runId: string }) {
  const [row] = await db()
    .select({ update: taskChatUpdates, groupId: tasks.groupId })
    .from(taskChatUpdates)
    .innerJoin(tasks, eq(tasks.id, taskChatUpdates.taskId))
    .where(isRun(runId));
  return row;
}

export async function move({
  runId,
  passed,
  isUpdated,
}: {
  runId: string;
  passed: number;
  isUpdated: boolean;
}): Promise<boolean> {
  const rows = await db()
    .update(taskChatUpdates)
    .set({
      passed,
      movedAt: sql`now()`,
      ...(isUpdated && { updated: sql`${taskChatUpdates.updated} + 1` }),
    })
    .where(isRun(runId))
    .returning({ runId: taskChatUpdates.runId });
  return rows.length > 0;
}

export const finish = ({ runId }: { runId: string }) =>
  db().update(taskChatUpdates).set({ state: "done" }).where(isRun(runId));

export async function cancel(which: OfPerson): Promise<UpdateRow | undefined> {
  const [row] = await db()
    .update(taskChatUpdates)
    .set({ state: "cancelled" })
    .where(and(ofPerson(which), eq(taskChatUpdates.state, "running")))
    .returning();
  return row;
}
