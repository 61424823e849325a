import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { messageReactions } from "@/db/schema/messages";

export type Reaction = typeof messageReactions.$inferInsert;

export async function listEmoji({ messageId }: Pick<Reaction, "messageId">): Promise<string[]> {
  const rows = await db()
    .selectDistinct({ emoji: messageReactions.emoji })
    .from(messageReactions)
    .where(eq(messageReactions.messageId, messageId));
  return rows.map(({ emoji }) => emoji);
}

export async function insertReaction(reaction: Reaction): Promise<boolean> {
  const rows = await db().insert(messageReactions).values(reaction).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function deleteReaction({ messageId, userId, emoji }: Reaction): Promise<boolean> {
  const rows = await db()
    .delete(messageReactions)
    .where(
      and(
        eq(messageReactions.messageId, messageId),
        eq(messageReactions.userId, userId),
        eq(messageReactions.emoji, emoji),
      ),
    )
    .returning();
  return rows.length > 0;
}
