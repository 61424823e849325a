import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { toArrayLiteral } from "@/db/row-values";
import { collectionDocuments, documents, taskDocuments } from "@/db/schema/documents";
import { type DocumentRow, isWanted, type ProcessingRun } from "./processing";

export async function hasMembers({ archiveId }: { archiveId: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.archiveId, archiveId))
    .limit(1);
  return rows.length > 0;
}

/**
 * Locks an archive until the transaction ends; undefined when the attempt was superseded. Concurrent copies and moves
 * of the archive wait, and the effects of earlier ones are visible.
 */
export async function lockArchive({ id, attempt }: ProcessingRun): Promise<DocumentRow | undefined> {
  const [row] = await db().select().from(documents).where(isWanted({ id, attempt })).for("update");
  return row;
}

/** Adds the members of an archive to the collections and task versions that contain the archive. */
export async function joinArchive({ archiveId, ids }: { archiveId: number; ids: number[] }): Promise<void> {
  if (ids.length === 0) return;
  const members = sql`unnest(${toArrayLiteral(ids)}::int[]) as member (id)`;
  await db().execute(sql`
    insert into ${collectionDocuments} (collection_id, document_id)
    select archive.collection_id, member.id from ${collectionDocuments} archive cross join ${members}
    where archive.document_id = ${archiveId}::int on conflict do nothing`);
  await db().execute(sql`
    insert into ${taskDocuments} (task_id, number, document_id)
    select archive.task_id, archive.number, member.id from ${taskDocuments} archive cross join ${members}
    where archive.document_id = ${archiveId}::int on conflict do nothing`);
}

export const insertMembers = (members: (typeof documents.$inferInsert)[]): Promise<DocumentRow[]> =>
  members.length === 0 ? Promise.resolve([]) : db().insert(documents).values(members).returning();
