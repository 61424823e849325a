import { and, count, desc, eq, gt, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { requireRow } from "@/db/row-values";
import { auditEntries, groupMembers, users } from "@/db/schema/accounts";

type AuditValues = Omit<typeof auditEntries.$inferInsert, "groupId">;
type AuditFilter = GroupKey & { action?: string; userId?: number };

export const insertEntry = (values: typeof auditEntries.$inferInsert) =>
  db().insert(auditEntries).values(values);

export async function hasSignedInFrom({ userId, address }: { userId: number; address: string }) {
  const rows = await db()
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.userId, userId),
        eq(auditEntries.action, "signed_in"),
        eq(auditEntries.address, address),
        gt(auditEntries.createdAt, sql`now() - interval '30 days'`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Inserts an entry into the log of each of a user's groups. For a user without groups or an unknown user, inserts an
 * entry without a group.
 */
export const insertForGroups = ({ personId, ...values }: AuditValues & { personId: number }) =>
  db().execute(sql`
    insert into ${auditEntries} (group_id, user_id, action, details, address)
    select own.group_id, ${values.userId ?? null}::int, ${values.action}::text,
      ${JSON.stringify(values.details)}::jsonb, ${values.address ?? null}::text
    from (select) entry left join ${groupMembers} own on own.user_id = ${personId}::int`);

const subjects = alias(users, "subjects");
const subjectId = sql`case when jsonb_typeof(${auditEntries.details} -> 'user_id') = 'number'
  then (${auditEntries.details} ->> 'user_id')::int end`;

const fits = ({ groupId, action, userId }: AuditFilter) =>
  and(
    eq(auditEntries.groupId, groupId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
  );

export const listEntries = ({ limit, offset, ...filter }: AuditFilter & { limit: number; offset: number }) =>
  db()
    .select({ entry: auditEntries, user: users, subject: subjects })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.userId))
    .leftJoin(subjects, eq(subjects.id, subjectId))
    .where(fits(filter))
    .orderBy(desc(auditEntries.id))
    .limit(limit)
    .offset(offset);

export async function countEntries(filter: AuditFilter): Promise<number> {
  const rows = await db().select({ total: count() }).from(auditEntries).where(fits(filter));
  return requireRow(rows).total;
}

export const deleteOldEntries = () =>
  db().delete(auditEntries).where(lt(auditEntries.createdAt, sql`now() - interval '1 year'`));
