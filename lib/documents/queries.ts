import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { one } from "@/db/rows";
import { chatMembers } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";

export type DocumentRow = typeof documents.$inferSelect;

export async function insertDocument(values: typeof documents.$inferInsert): Promise<DocumentRow> {
  return one(await db().insert(documents).values(values).returning());
}

/** A document of a chat that the caller is a member of. */
export async function findDocument({ id, userId, groupId }: { id: number; userId: number; groupId: string }) {
  const [row] = await db()
    .select({ document: documents })
    .from(documents)
    .innerJoin(chatMembers, and(eq(chatMembers.chatId, documents.chatId), eq(chatMembers.userId, userId)))
    .where(and(eq(documents.id, id), eq(documents.groupId, groupId)));
  return row?.document;
}

export const documentsByIds = ({ ids }: { ids: number[] }) =>
  ids.length === 0 ? Promise.resolve([]) : db().select().from(documents).where(inArray(documents.id, ids));
