import { and, asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { chatMembers, chatTags } from "@/db/schema/chats";
import type { ChatCaller } from "./listed";

export const listTags = ({ userId, groupId }: ChatCaller) =>
  db()
    .select({ tag: chatTags.tag, chatsCount: sql<number>`count(*)::int` })
    .from(chatTags)
    .where(and(eq(chatTags.userId, userId), eq(chatTags.groupId, groupId)))
    .groupBy(chatTags.tag)
    .orderBy(asc(sql`lower(${chatTags.tag})`));

/** Replaces the caller's tags of a chat, inside a transaction. Returns false when they are no longer a member. */
export async function setTags({
  chatId,
  userId,
  groupId,
  tags,
}: ChatCaller & { chatId: number; tags: string[] }): Promise<boolean> {
  // Locks the membership against concurrent tag changes and against removal of the caller.
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
