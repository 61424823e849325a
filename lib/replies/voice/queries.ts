import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { type TranscribedPart, voiceRecordings } from "@/db/schema/voice";

export type RecordingRow = typeof voiceRecordings.$inferSelect;
export type { TranscribedPart };

const isOpen = isNull(voiceRecordings.finishedAt);
const KEPT = sql`interval '7 days'`;
const LOST = sql`interval '2 days'`;

export async function insert(values: typeof voiceRecordings.$inferInsert): Promise<RecordingRow | undefined> {
  const [row] = await db().insert(voiceRecordings).values(values).onConflictDoNothing().returning();
  return row;
}

type RecordingOwner = { userId: number; groupId: string; chatId: number };
const ofPerson = ({ userId, groupId, chatId }: RecordingOwner) =>
  and(
    eq(voiceRecordings.userId, userId),
    eq(voiceRecordings.groupId, groupId),
    eq(voiceRecordings.chatId, chatId),
  );

export async function find({
  id,
  ...which
}: RecordingOwner & { id: string }): Promise<RecordingRow | undefined> {
  const [row] = await db()
    .select()
    .from(voiceRecordings)
    .where(and(eq(voiceRecordings.id, id), ofPerson(which)));
  return row;
}

export async function findByKey({ requestKey, ...which }: RecordingOwner & { requestKey: string }) {
  const [row] = await db()
    .select()
    .from(voiceRecordings)
    .where(and(eq(voiceRecordings.requestKey, requestKey), ofPerson(which)));
  return row;
}

/**
 * Counts a person's unfinished recordings. Inside a transaction, the lock also serializes concurrent requests of that
 * person.
 */
export async function countOpen({ userId, groupId }: Omit<RecordingOwner, "chatId">): Promise<number> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtext(${`voice ${userId}`}::text))`);
  return db().$count(
    voiceRecordings,
    and(eq(voiceRecordings.groupId, groupId), eq(voiceRecordings.userId, userId), isOpen),
  );
}

export async function findOpen({ id, hold = false }: { id: string; hold?: boolean }) {
  const query = db()
    .select()
    .from(voiceRecordings)
    .where(and(eq(voiceRecordings.id, id), isOpen));
  const [row] = hold ? await query.for("update") : await query;
  return row;
}

export async function isStillOpen({ id }: { id: string }): Promise<boolean> {
  return (await db().$count(voiceRecordings, and(eq(voiceRecordings.id, id), isOpen))) > 0;
}

type RecordingChange = Partial<Pick<RecordingRow, "seconds" | "parts" | "fault" | "error">>;

export async function change({ id, ...values }: { id: string } & RecordingChange): Promise<boolean> {
  const rows = await db()
    .update(voiceRecordings)
    .set({ ...values, status: "running" })
    .where(and(eq(voiceRecordings.id, id), isOpen))
    .returning({ id: voiceRecordings.id });
  return rows.length > 0;
}

export async function storePart({ id, n, part }: { id: string; n: number; part: TranscribedPart }) {
  const rows = await db()
    .update(voiceRecordings)
    .set({ heard: sql`${voiceRecordings.heard} || ${JSON.stringify({ [n]: part })}::jsonb` })
    .where(and(eq(voiceRecordings.id, id), isOpen))
    .returning({ id: voiceRecordings.id });
  return rows.length > 0;
}

type RecordingEnd = Pick<RecordingRow, "status"> & Partial<Pick<RecordingRow, "fault" | "error">>;

export async function end({
  id,
  ...ending
}: RecordingEnd & { id: string }): Promise<RecordingRow | undefined> {
  const [row] = await db()
    .update(voiceRecordings)
    .set({ ...ending, finishedAt: sql`now()`, heard: {} })
    .where(and(eq(voiceRecordings.id, id), isOpen))
    .returning();
  return row;
}

export const setMessage = ({ id, ...values }: { id: string } & Became) =>
  db().update(voiceRecordings).set(values).where(eq(voiceRecordings.id, id));
type Became = Pick<RecordingRow, "messageId" | "streamingTaskId">;

export async function deleteExpiredRecordings(): Promise<string[]> {
  const rows = await db()
    .delete(voiceRecordings)
    .where(
      or(
        lt(voiceRecordings.finishedAt, sql`now() - ${KEPT}`),
        and(isOpen, lt(voiceRecordings.createdAt, sql`now() - ${LOST}`)),
      ),
    )
    .returning({ key: voiceRecordings.storageKey, finishedAt: voiceRecordings.finishedAt });
  return rows.filter(({ finishedAt }) => finishedAt === null).map(({ key }) => key);
}
