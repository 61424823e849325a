import { transaction } from "@/db/transaction";
import * as chats from "@/lib/chat/chats/service";
import { notFound } from "@/lib/platform/errors";
import type { PublicVisitor } from "../sessions";
import * as queries from "./queries";

/** What visitors say of replies and of their conversation, which they reach by their session only. */

/** Stores what a visitor thinks of a reply; the last word counts. @throws AppError not_found for what is no reply to them */
export async function rateReply(
  { session, conversation }: PublicVisitor,
  messageId: number,
  { is_good: isGood }: { is_good: boolean },
) {
  const reply = conversation && { sessionId: session.id, conversationId: conversation.id, messageId };
  if (!reply || !(await queries.upsertReplyRating({ ...reply, isGood }))) throw notFound("Reply");
  return { message_id: messageId, is_good: isGood };
}

/** Does nothing where there is no rating of theirs. */
export async function unrateReply({ session }: PublicVisitor, messageId: number) {
  await queries.deleteReplyRating({ sessionId: session.id, messageId });
  return { success: true as const };
}

/** Stores a visitor's rating of their conversation, 1 to 5; the last word counts. @throws AppError not_found without a conversation */
export async function rateConversation(
  { session, conversation }: PublicVisitor,
  { rating, comment }: { rating: number; comment: string | null },
) {
  if (!conversation) throw notFound("Conversation");
  await transaction(async () => {
    await chats.lock(conversation.id);
    await queries.rateSession({ sessionId: session.id, rating, comment });
    await chats.noteUpdated([conversation.id], "visitor");
  });
  return { rating, comment };
}

/** What a visitor has rated so far. */
export const ratedBy = (session: { id: number }) => queries.replyRatingsOf({ sessionId: session.id });

/** Replies are written again: what was said of them was said of other words. */
export const forgetReplies = (messageIds: number[]) => queries.deleteRatingsOf({ messageIds });
