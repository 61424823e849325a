import { and, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { GroupKey } from "@/db/key-types";
import { toArrayLiteral } from "@/db/row-values";
import { documents } from "@/db/schema/documents";
import { publicKnowledge } from "@/db/schema/public-chats";

// A connector can have more documents than a statement has parameters.
const hasId = (ids: number[]) => sql`${documents.id} = any(${toArrayLiteral(ids)}::int[])`;

export async function lockWithMembers({ groupId, ids }: GroupKey & { ids: number[] }): Promise<number[]> {
  await db()
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.groupId, groupId), hasId(ids)))
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

/** Also takes documents out of archives that aren't among them, so that they outlive these. */
export const updateAudience = ({ ids, values }: { ids: number[]; values: AudienceValues }) =>
  db()
    .update(documents)
    .set({
      ...values,
      archiveId: sql`case when ${documents.archiveId} in (select unnest(${toArrayLiteral(ids)}::int[]))
        then ${documents.archiveId} end`,
    })
    .where(hasId(ids));

/** A document that is shared with the group again later stays unpublished. */
export const deletePublications = ({ ids }: { ids: number[] }) =>
  db()
    .delete(publicKnowledge)
    .where(sql`${publicKnowledge.documentId} = any(${toArrayLiteral(ids)}::int[])`);

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
