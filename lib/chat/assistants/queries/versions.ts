import { and, count, desc, eq, lte } from "drizzle-orm";
import { db } from "@/db/client";
import { requireRow } from "@/db/row-values";
import { users } from "@/db/schema/accounts";
import { assistantVersions } from "@/db/schema/assistants";

type AssistantKey = { id: number };

const listed = () =>
  db()
    .select({
      number: assistantVersions.number,
      fields: assistantVersions.fields,
      createdAt: assistantVersions.createdAt,
      by: { id: users.id, email: users.email, fullName: users.fullName, avatarUrl: users.avatarUrl },
    })
    .from(assistantVersions)
    .leftJoin(users, eq(users.id, assistantVersions.createdBy))
    .orderBy(desc(assistantVersions.number))
    .$dynamic();
export type VersionRow = Awaited<ReturnType<typeof listed>>[number];

export const listVersions = ({ id, limit, offset }: AssistantKey & { limit: number; offset: number }) =>
  listed().where(eq(assistantVersions.virtualAssistantId, id)).limit(limit).offset(offset);

export const listVersionWithPrevious = ({ id, number }: AssistantKey & { number: number }) =>
  listed()
    .where(and(eq(assistantVersions.virtualAssistantId, id), lte(assistantVersions.number, number)))
    .limit(2);

export async function countVersions({ id }: AssistantKey): Promise<number> {
  const rows = await db()
    .select({ total: count() })
    .from(assistantVersions)
    .where(eq(assistantVersions.virtualAssistantId, id));
  return requireRow(rows).total;
}

export async function insertVersion({
  most,
  ...values
}: Omit<typeof assistantVersions.$inferInsert, "createdAt"> & { most: number }): Promise<void> {
  await db().insert(assistantVersions).values(values).onConflictDoNothing();
  await db()
    .delete(assistantVersions)
    .where(
      and(
        eq(assistantVersions.virtualAssistantId, values.virtualAssistantId),
        lte(assistantVersions.number, values.number - most),
      ),
    );
}
