import { transaction } from "@/db/transaction";
import * as chats from "@/lib/chat/chats/service";
import { notFound } from "@/lib/platform/errors";
import type { PublicVisitor } from "../sessions";
import * as queries from "./queries";

/**
 * Stores a visitor's rating of a reply. The last rating counts.
 * @throws AppError not_found unless it is a reply to the visitor
 */
export async function rateReply(
  { session, conversation }: PublicVisitor,
  messageId: number,
  { is_good: isGood }: { is_good: boolean },
) {
  const reply = conversation && { sessionId: session.id, conversationId: conversation.id, messageId };
  if (!reply || !(await queries.upsertReplyRating({ ...reply, isGood }))) throw notFound("Reply");
  return { message_id: messageId, is_good: isGood };
}

export async function unrateReply({ session }: PublicVisitor, messageId: number) {
  await queries.deleteReplyRating({ sessionId: session.id, messageId });
  return { success: true as const };
}

/**
 * Stores a visitor's rating of the conversation, 1 to 5. The last rating counts.
 * @throws AppError not_found without a conversation
 */
export async function rateConversation(
  { session, conversation }: PublicVisitor,
  { rating, comment }: { rating: number; comment: string | null },
) {
  if (!conversation) throw notFound("Conversation");
  await transaction(async () => {
    await chats.lock(conversation.id);
    await queries.rateSession({ sessionId: session.id, rating, comment });
    await chats.publishUpdated([conversation.id], "visitor");
  });
  return { rating, comment };
}

export const listRatingsOfSession = (session: { id: number }) =>
  queries.listReplyRatings({ sessionId: session.id });

/** Deletes the ratings of replies that are regenerated, since they applied to other text. */
export const deleteReplyRatings = (messageIds: number[]) => queries.deleteRatings({ messageIds });
