import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chatTags } from "@/db/schema/chats";
import type { Mine } from "./listed";

/** The caller's tags by name, and how many of their chats have each. */
export const listTags = ({ userId, groupId }: Mine) =>
  db()
    .select({ tag: chatTags.tag, chatsCount: sql<number>`count(*)::int` })
    .from(chatTags)
    .where(and(eq(chatTags.userId, userId), eq(chatTags.groupId, groupId)))
    .groupBy(chatTags.tag)
    .orderBy(asc(sql`lower(${chatTags.tag})`));

/** Gives a chat these tags of the caller's and no others; false when they are no longer in it. Called in a transaction. */
export async function setTags({
  chatId,
  userId,
  groupId,
  tags,
}: Mine & { chatId: number; tags: string[] }): Promise<boolean> {
  // Held against what else sets them, and against the caller's being taken out of the chat.
  const held = await db()
    .select({ chatId: chatMembers.chatId })
    .from(chatMembers)
    .where(
      and(eq(chatMembers.chatId, chatId), eq(chatMembers.userId, userId), eq(chatMembers.groupId, groupId)),
    )
    .for("no key update");
  if (held.length === 0) return false;
  await db()
    .delete(chatTags)
    .where(and(eq(chatTags.chatId, chatId), eq(chatTags.userId, userId)));
  if (tags.length > 0)
    await db()
      .insert(chatTags)
      .values(tags.map((tag) => ({ chatId, userId, groupId, tag })));
  return true;
}
