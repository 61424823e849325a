import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chats } from "@/db/schema/chats";
import { documents } from "@/db/schema/documents";

export async function findStanding({
  userId,
  groupId,
  key,
}: {
  userId: number;
  groupId: string;
  key: string;
}) {
  const [row] = await db()
    .select({ id: chats.id, memberId: chatMembers.userId })
    .from(chats)
    .leftJoin(chatMembers, and(eq(chatMembers.chatId, chats.id), eq(chatMembers.userId, userId)))
    .where(and(eq(chats.createdBy, userId), eq(chats.groupId, groupId), eq(chats.standingKey, key)));
  return row && { id: row.id, isMember: row.memberId !== null };
}

export async function listStorageKeys({ chatId }: { chatId: number }): Promise<string[]> {
  const rows = await db()
    .select({ key: documents.storageKey })
    .from(documents)
    .where(eq(documents.chatId, chatId));
  return rows.map(({ key }) => key);
}
