import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { documents } from "@/db/schema/documents";
import type { DocumentRow } from "./processing";

/** Whether something of an archive is kept already. */
export async function hasMembers({ archiveId }: { archiveId: number }): Promise<boolean> {
  const rows = await db()
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.archiveId, archiveId))
    .limit(1);
  return rows.length > 0;
}

/** Keeps what came in an archive, all of it or nothing. */
export const insertMembers = (members: (typeof documents.$inferInsert)[]): Promise<DocumentRow[]> =>
  members.length === 0 ? Promise.resolve([]) : db().insert(documents).values(members).returning();
