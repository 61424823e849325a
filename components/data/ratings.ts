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
  client.setQueryData(ownRatingsQuery(params.chat_id).queryKey, (before = []) => [
    ...before.filter(({ message_id }) => message_id !== params.message_id),
    ...(saved ? [saved] : []),
  ]);
}
