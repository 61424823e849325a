import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { toArrayLiteral } from "@/db/row-values";
import { documents } from "@/db/schema/documents";

export async function lockWithMembers({ groupId, ids }: GroupKey & { ids: number[] }): Promise<number[]> {
  await db()
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.groupId, groupId), inArray(documents.id, ids)))
    .orderBy(documents.id)
    .for("update");
  const rows = await db().execute<{ id: number }>(sql`
    with recursive inside as (
      select id from documents where group_id = ${groupId}::uuid and id = any(${toArrayLiteral(ids)}::int[])
      union select documents.id from documents join inside on documents.archive_id = inside.id
    ) select id from inside order by id`);
  return [...rows].map((row) => row.id);
}

type AudienceValues = Pick<
  typeof documents.$inferInsert,
  "usableBy" | "userIds" | "chatWorkspaceId" | "createdBy"
>;

export const updateAudience = ({ ids, values }: { ids: number[]; values: AudienceValues }) =>
  db().update(documents).set(values).where(inArray(documents.id, ids));

export const listPrivate = ({ userId }: { userId: number }) =>
  db()
    .select({ id: documents.id, groupId: documents.groupId })
    .from(documents)
    .where(
      and(
        eq(documents.createdBy, userId),
        eq(documents.usableBy, "creator"),
        sql`${documents.chatWorkspaceId} is null`,
      ),
    );
