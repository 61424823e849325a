import { and, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isShown, messages } from "@/db/schema/messages";
import { publicSessions, replyRatings } from "@/db/schema/public-chats";

type Reply = { sessionId: number; conversationId: number; messageId: number };

/** Returns false unless the message is a successful reply of an assistant in the conversation. */
export async function upsertReplyRating({
  sessionId,
  conversationId,
  messageId,
  isGood,
}: Reply & { isGood: boolean }): Promise<boolean> {
  const rows = await db().execute(sql`
    insert into ${replyRatings} (message_id, session_id, is_good)
    select ${messages.id}, ${sessionId}::int, ${isGood}::boolean from ${messages}
    where ${messages.id} = ${messageId}::bigint and ${messages.chatId} = ${conversationId}::int
      and ${messages.userType} = 'assistant' and ${isShown}
      and not coalesce(${messages.extra}, '{}') ? 'error'
    on conflict (message_id) do update set is_good = excluded.is_good, created_at = now()
    returning message_id`);
  return [...rows].length > 0;
}

export const deleteReplyRating = ({ sessionId, messageId }: Omit<Reply, "conversationId">) =>
  db()
    .delete(replyRatings)
    .where(and(eq(replyRatings.sessionId, sessionId), eq(replyRatings.messageId, messageId)));

export const deleteRatings = ({ messageIds }: { messageIds: number[] }) =>
  db().delete(replyRatings).where(inArray(replyRatings.messageId, messageIds));

export const listReplyRatings = ({ sessionId }: { sessionId: number }) =>
  db()
    .select({ message_id: replyRatings.messageId, is_good: replyRatings.isGood })
    .from(replyRatings)
    .where(eq(replyRatings.sessionId, sessionId))
    .orderBy(replyRatings.messageId);

export const rateSession = ({
  sessionId,
  rating,
  comment,
}: {
  sessionId: number;
  rating: number;
  comment: string | null;
}) =>
  db()
    .update(publicSessions)
    .set({ rating, ratingComment: comment, ratedAt: sql`now()` })
    .where(eq(publicSessions.id, sessionId));
