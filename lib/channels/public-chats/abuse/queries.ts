import { desc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { publications, publicSessions } from "@/db/schema/public-chats";

type Rules = Pick<typeof publications.$inferSelect, "messagesPerVisitor" | "challenge">;

/** @param chatId of the public chat */
export async function findRules({ chatId }: { chatId: number }): Promise<Rules | undefined> {
  const [row] = await db()
    .select({ messagesPerVisitor: publications.messagesPerVisitor, challenge: publications.challenge })
    .from(publications)
    .where(eq(publications.chatId, chatId));
  return row;
}

/**
 * Counts a chat's sessions begun within the last minute.
 * @param most maximum number of sessions to count
 */
export async function countNewSessions({ chatId, most }: { chatId: number; most: number }): Promise<number> {
  const newest = db()
    .select({ createdAt: publicSessions.createdAt })
    .from(publicSessions)
    .where(eq(publicSessions.chatId, chatId))
    .orderBy(desc(publicSessions.id))
    .limit(most)
    .as("newest");
  const [row] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(newest)
    .where(sql`${newest.createdAt} > now() - interval '1 minute'`);
  return row?.count ?? 0;
}
