import { and, asc, count, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { groups, users } from "@/db/schema/accounts";
import { chatMembers } from "@/db/schema/chats";
import { jobRuns, scheduledJobs } from "@/db/schema/jobs";

export type JobRow = typeof scheduledJobs.$inferSelect;
export type RunRow = typeof jobRuns.$inferSelect;
type ChatId = { chatId: number };
type JobValues = Partial<typeof scheduledJobs.$inferInsert>;

const maker = { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl };
const ofChat = ({ chatId, id }: ChatId & { id?: number }) =>
  and(eq(scheduledJobs.chatId, chatId), id === undefined ? undefined : eq(scheduledJobs.id, id));

export async function listJobs(which: ChatId & { id?: number }) {
  const rows = await db()
    .select({ job: scheduledJobs, maker })
    .from(scheduledJobs)
    .innerJoin(users, eq(users.id, scheduledJobs.createdBy))
    .where(ofChat(which))
    .orderBy(asc(scheduledJobs.id));
  const latest = await db()
    .selectDistinctOn([jobRuns.jobId], { run: jobRuns })
    .from(jobRuns)
    .innerJoin(scheduledJobs, eq(scheduledJobs.id, jobRuns.jobId))
    .where(ofChat(which))
    .orderBy(jobRuns.jobId, desc(jobRuns.id));
  return rows.map((row) => ({
    ...row,
    lastRun: latest.find(({ run }) => run.jobId === row.job.id)?.run ?? null,
  }));
}
export type ListedJob = Awaited<ReturnType<typeof listJobs>>[number];

export async function countJobs(which: ChatId): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(scheduledJobs).where(ofChat(which))).total;
}

export async function insertJob(values: typeof scheduledJobs.$inferInsert): Promise<JobRow> {
  return requireRow(await db().insert(scheduledJobs).values(values).returning());
}

export async function lockJob(which: ChatId & { id: number }): Promise<JobRow | undefined> {
  const [row] = await db().select().from(scheduledJobs).where(ofChat(which)).for("update");
  return row;
}

export const updateJob = ({ id, values }: { id: number; values: JobValues }) =>
  db()
    .update(scheduledJobs)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(scheduledJobs.id, id));

export const deleteJob = (which: ChatId & { id: number }) => db().delete(scheduledJobs).where(ofChat(which));

export const filterRecipients = ({ chatId, userIds }: ChatId & { userIds: number[] }) =>
  db()
    .select({ id: users.id, email: users.email, language: users.language })
    .from(chatMembers)
    .innerJoin(users, and(eq(users.id, chatMembers.userId), isNull(users.disabledAt)))
    .where(and(eq(chatMembers.chatId, chatId), inArray(chatMembers.userId, userIds)));

/** Locks active jobs of active people and groups that are due, skipping rows that another process has locked. */
export const lockDueJobs = ({ now, limit }: { now: Date; limit: number }) =>
  db()
    .select()
    .from(scheduledJobs)
    .where(
      and(
        eq(scheduledJobs.state, "active"),
        lte(scheduledJobs.nextAt, now),
        sql`exists (select 1 from ${users} maker join ${groups} own on own.id = ${scheduledJobs.groupId}
          where maker.id = ${scheduledJobs.createdBy} and maker.disabled_at is null and own.suspended_at is null)`,
      ),
    )
    .orderBy(asc(scheduledJobs.nextAt))
    .limit(limit)
    .for("update", { skipLocked: true });

export async function insertRun(values: typeof jobRuns.$inferInsert): Promise<RunRow | undefined> {
  const [row] = await db().insert(jobRuns).values(values).onConflictDoNothing().returning();
  return row;
}

export async function findRun({ id, hold = false }: { id: number; hold?: boolean }) {
  const query = db()
    .select({ run: jobRuns, job: scheduledJobs, email: users.email, language: users.language })
    .from(jobRuns)
    .innerJoin(scheduledJobs, eq(scheduledJobs.id, jobRuns.jobId))
    .innerJoin(users, eq(users.id, scheduledJobs.createdBy))
    .where(eq(jobRuns.id, id));
  const [row] = await (hold ? query.for("update", { of: jobRuns }) : query);
  return row;
}

export async function updateRun({
  id,
  values,
}: {
  id: number;
  values: Partial<typeof jobRuns.$inferInsert>;
}): Promise<boolean> {
  const rows = await db()
    .update(jobRuns)
    .set(values)
    .where(and(eq(jobRuns.id, id), eq(jobRuns.status, "running")))
    .returning({ id: jobRuns.id });
  return rows.length > 0;
}

type Runs = { jobId: number; limit: number; offset?: number };
export const listRuns = ({ jobId, limit, offset = 0 }: Runs) =>
  db()
    .select()
    .from(jobRuns)
    .where(eq(jobRuns.jobId, jobId))
    .orderBy(desc(jobRuns.id))
    .limit(limit)
    .offset(offset);

export async function countRuns({ jobId }: { jobId: number }): Promise<number> {
  return requireRow(await db().select({ total: count() }).from(jobRuns).where(eq(jobRuns.jobId, jobId)))
    .total;
}

/** Ends runs that exhausted their retries in a crashed process, and deletes old runs. */
export async function failOrDeleteOldRuns(): Promise<void> {
  await db()
    .update(jobRuns)
    .set({ status: "failed", error: "It was cut off.", endedAt: sql`now()` })
    .where(and(eq(jobRuns.status, "running"), sql`started_at < now() - interval '6 hours'`));
  await db().delete(jobRuns).where(sql`started_at < now() - interval '90 days'`);
}
