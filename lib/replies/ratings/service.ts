import type { Viewer } from "@/lib/api/actor";
import type { Reference } from "@/lib/api/fields";
import * as assistants from "@/lib/chat/assistants/service";
import { getChatFor } from "@/lib/chat/chats/service";
import { notFound } from "@/lib/platform/errors";
import * as queries from "./queries";
import type { RatingReason } from "./settings";

const MAX_COMMENTS = 100;

type Reply = { chat_id: Reference; message_id: number };
type RatingInput = { is_good: boolean; reason: RatingReason | null; comment: string | null };

export async function listOwn(viewer: Viewer, reference: Reference) {
  const { chat } = await getChatFor(viewer, reference);
  return queries.listOwnRatings({ chatId: chat.id, userId: viewer.user.id, groupId: viewer.group.id });
}

/** @throws AppError not_found */
export async function rate(viewer: Viewer, { chat_id, message_id: messageId }: Reply, rating: RatingInput) {
  const { chat } = await getChatFor(viewer, chat_id);
  const { is_good: isGood, comment } = rating;
  // Reasons say what is wrong.
  const reason = isGood ? null : rating.reason;
  const by = { userId: viewer.user.id, groupId: viewer.group.id };
  const isRated = await queries.upsertRating({ ...by, messageId, chatId: chat.id, isGood, reason, comment });
  if (!isRated) throw notFound("Reply");
  return { message_id: messageId, is_good: isGood, reason, comment };
}

export async function unrate(viewer: Viewer, { chat_id, message_id: messageId }: Reply): Promise<void> {
  const { chat } = await getChatFor(viewer, chat_id);
  const by = { userId: viewer.user.id, groupId: viewer.group.id };
  await queries.deleteRating({ ...by, messageId, chatId: chat.id });
}

/** @throws AppError not_found, forbidden */
export async function report(viewer: Viewer, assistantId: number, days: number) {
  await assistants.assertEditable(viewer, assistantId);
  const [counts, comments] = await Promise.all([
    queries.countRatings({ assistantId, days }),
    queries.listComments({ assistantId, days, limit: MAX_COMMENTS }),
  ]);
  const sum = (isGood: boolean) =>
    counts.filter((each) => each.isGood === isGood).reduce((total, { count }) => total + count, 0);
  return {
    good_count: sum(true),
    bad_count: sum(false),
    reasons: counts.filter(({ isGood }) => !isGood).map(({ reason, count }) => ({ reason, count })),
    comments: comments.map(({ isGood, reason, comment, createdAt }) => ({
      is_good: isGood,
      reason,
      comment: comment!,
      created_at: createdAt.toISOString(),
    })),
  };
}
