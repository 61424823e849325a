import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { virtualAssistants } from "@/db/schema/assistants";
import { evaluationAnswers, evaluationQuestions, evaluationRuns } from "@/db/schema/evaluations";

type OfAssistant = { assistantId: number };
type QuestionValues = Pick<
  typeof evaluationQuestions.$inferInsert,
  "question" | "mustContain" | "mustNotContain"
>;

export const listQuestions = ({ assistantId }: OfAssistant) =>
  db()
    .select()
    .from(evaluationQuestions)
    .where(eq(evaluationQuestions.virtualAssistantId, assistantId))
    .orderBy(asc(evaluationQuestions.position), asc(evaluationQuestions.id));

export async function replaceQuestions(assistantId: number, questions: QuestionValues[]): Promise<void> {
  await db().delete(evaluationQuestions).where(eq(evaluationQuestions.virtualAssistantId, assistantId));
  if (questions.length > 0)
    await db()
      .insert(evaluationQuestions)
      .values(questions.map((each, position) => ({ ...each, position, virtualAssistantId: assistantId })));
}

const listed = () =>
  db()
    .select({
      run: evaluationRuns,
      answered: sql<number>`(select count(*)::int from ${evaluationAnswers} a where a.run_id = ${evaluationRuns.id})`,
      passed: sql<number>`(select count(*)::int from ${evaluationAnswers} a where a.run_id = ${evaluationRuns.id} and a.has_passed)`,
      questions: sql<number>`(select count(*)::int from ${evaluationQuestions} q
        where q.virtual_assistant_id = ${evaluationRuns.virtualAssistantId})`,
      by: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
    })
    .from(evaluationRuns)
    .leftJoin(users, eq(users.id, evaluationRuns.createdBy))
    .$dynamic();
export type RunRow = Awaited<ReturnType<typeof listed>>[number];

export async function listRuns({
  assistantId,
  limit,
  offset,
}: OfAssistant & { limit: number; offset: number }) {
  const ofIt = eq(evaluationRuns.virtualAssistantId, assistantId);
  const [rows, total] = await Promise.all([
    listed().where(ofIt).orderBy(desc(evaluationRuns.id)).limit(limit).offset(offset),
    db().select({ total: count() }).from(evaluationRuns).where(ofIt),
  ]);
  return { rows, total: requireRow(total).total };
}

type OfRun = OfAssistant & { runId: number };
const isRun = ({ assistantId, runId }: OfRun) =>
  and(eq(evaluationRuns.virtualAssistantId, assistantId), eq(evaluationRuns.id, runId));

export async function findRun(of: OfRun): Promise<RunRow | undefined> {
  const [row] = await listed().where(isRun(of));
  return row;
}

export const listAnswers = ({ runId }: { runId: number }) =>
  db()
    .select()
    .from(evaluationAnswers)
    .where(eq(evaluationAnswers.runId, runId))
    .orderBy(asc(evaluationAnswers.position));
export type AnswerRow = Awaited<ReturnType<typeof listAnswers>>[number];

/** Returns whether the assistant has a run in progress. In a transaction, its lock serializes concurrent starts. */
export async function lockAndCheckRunning({ assistantId }: OfAssistant): Promise<boolean> {
  await db()
    .select({ id: virtualAssistants.id })
    .from(virtualAssistants)
    .where(eq(virtualAssistants.id, assistantId))
    .for("no key update");
  const rows = await db()
    .select({ id: evaluationRuns.id })
    .from(evaluationRuns)
    .where(and(eq(evaluationRuns.virtualAssistantId, assistantId), eq(evaluationRuns.status, "running")));
  return rows.length > 0;
}

export async function insertRun(values: typeof evaluationRuns.$inferInsert): Promise<number> {
  return requireRow(await db().insert(evaluationRuns).values(values).returning({ id: evaluationRuns.id })).id;
}

export const endRun = ({
  runId,
  status,
  error = null,
}: {
  runId: number;
  status: "completed" | "stopped" | "failed";
  error?: string | null;
}) =>
  db()
    .update(evaluationRuns)
    .set({ status, error, endedAt: sql`now()` })
    .where(and(eq(evaluationRuns.id, runId), eq(evaluationRuns.status, "running")));

export async function deleteRun(of: OfRun): Promise<boolean> {
  return (await db().delete(evaluationRuns).where(isRun(of)).returning({ id: evaluationRuns.id })).length > 0;
}

export async function findRunningRun({ runId }: { runId: number }) {
  const [row] = await db()
    .select({ run: evaluationRuns, groupId: virtualAssistants.groupId })
    .from(evaluationRuns)
    .innerJoin(virtualAssistants, eq(virtualAssistants.id, evaluationRuns.virtualAssistantId))
    .where(and(eq(evaluationRuns.id, runId), eq(evaluationRuns.status, "running")));
  return row;
}

export const insertAnswer = (values: typeof evaluationAnswers.$inferInsert) =>
  db().insert(evaluationAnswers).values(values).onConflictDoNothing();

export async function listAnsweredPositions({ runId }: { runId: number }): Promise<number[]> {
  const rows = await db()
    .select({ position: evaluationAnswers.position })
    .from(evaluationAnswers)
    .where(eq(evaluationAnswers.runId, runId));
  return rows.map(({ position }) => position);
}

export const deleteOldRuns = ({ assistantId, most }: OfAssistant & { most: number }) =>
  db()
    .delete(evaluationRuns)
    .where(
      inArray(
        evaluationRuns.id,
        db()
          .select({ id: evaluationRuns.id })
          .from(evaluationRuns)
          .where(eq(evaluationRuns.virtualAssistantId, assistantId))
          .orderBy(desc(evaluationRuns.id))
          .offset(most),
      ),
    );
