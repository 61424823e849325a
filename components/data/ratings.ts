import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { memberRatingsApi } from "@/lib/replies/ratings/operations";
import { queryFor } from "./query";

export type OwnRating = AnswerOf<typeof memberRatingsApi.rateReply>;
type Rating = Pick<OwnRating, "is_good"> & Partial<OwnRating>;

export const ownRatingsQuery = (chat: string) =>
  queryOptions({
    ...queryFor(memberRatingsApi.listOwnRatings, { params: { chat_id: chat } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const assistantRatingsQuery = (id: number, days: number) =>
  queryFor(memberRatingsApi.listAssistantRatings, { params: { id }, query: { days } });

/** Sends the ratings of a reply one after the other. */
export const ratingScope = (messageId: number) => ({ scope: { id: `rating ${messageId}` } });

/**
 * Rates a reply, or takes the rating back.
 * @throws ApiError
 */
export async function saveRating(
  client: QueryClient,
  params: { chat_id: string; message_id: number },
  rating: Rating | undefined,
): Promise<void> {
  const saved = rating && (await call(memberRatingsApi.rateReply, { params, body: rating }));
  if (!rating) await call(memberRatingsApi.unrateReply, { params });
  const { queryKey } = ownRatingsQuery(params.chat_id);
  if (!client.getQueryData(queryKey)) return client.invalidateQueries({ queryKey });
  client.setQueryData(queryKey, (before = []) => [
    ...before.filter(({ message_id }) => message_id !== params.message_id),
    ...(saved ? [saved] : []),
  ]);
}
