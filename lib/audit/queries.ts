import { count, desc, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { auditEntries, users } from "@/db/schema/accounts";

type OfGroup = { groupId: string };

export const insertEntry = (values: typeof auditEntries.$inferInsert) =>
  db().insert(auditEntries).values(values);

const subjects = alias(users, "subjects");
const subjectId = sql`case when jsonb_typeof(${auditEntries.details} -> 'user_id') = 'number'
  then (${auditEntries.details} ->> 'user_id')::int end`;

/** Entries with who did it and to whom, as far as these have an account still; the newest first. */
export const listEntries = ({ groupId, limit, offset }: OfGroup & { limit: number; offset: number }) =>
  db()
    .select({ entry: auditEntries, user: users, subject: subjects })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .leftJoin(subjects, eq(subjects.id, subjectId))
    .where(eq(auditEntries.groupId, groupId))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .offset(offset);

export async function countEntries({ groupId }: OfGroup): Promise<number> {
  const rows = await db()
    .select({ total: count() })
    .from(auditEntries)
    .where(eq(auditEntries.groupId, groupId));
  return one(rows).total;
}

export const deleteOldEntries = () =>
  db().delete(auditEntries).where(lt(auditEntries.createdAt, sql`now() - interval '1 year'`));
