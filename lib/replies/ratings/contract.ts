import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { hasNoNul, id, int, messageId, NUL, SuccessMessage, timestamp } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { endpoints } from "./operations";
import { MAX_COMMENT_LENGTH, RATING_REASONS } from "./settings";

const reason = z.enum(RATING_REASONS).nullable();
const OwnRating = z
  .object({ message_id: z.int(), is_good: z.boolean(), reason, comment: z.string().nullable() })
  .meta({ id: "OwnRating" });

const AssistantRatings = z
  .object({
    good_count: z.int(),
    bad_count: z.int(),
    reasons: z
      .array(z.object({ reason, count: z.int() }))
      .describe("Of bad ratings, the most frequent first."),
    comments: z
      .array(z.object({ is_good: z.boolean(), reason, comment: z.string(), created_at: timestamp }))
      .describe("The newest 100, without who wrote them and about which reply."),
  })
  .meta({ id: "AssistantRatings" });

const reply = chatParams.extend({ message_id: messageId });
const comment = z
  .string()
  .trim()
  .max(MAX_COMMENT_LENGTH)
  .refine(hasNoNul, NUL)
  .nullish()
  .transform((text) => text || null);

export const memberRatingsApi = {
  listOwnRatings: operation(endpoints.listOwnRatings, {
    summary: "List your ratings of replies in a chat",
    params: chatParams,
    returns: z.array(OwnRating),
  }),
  rateReply: operation(endpoints.rateReply, {
    summary: "Rate a reply",
    description:
      "Replaces your earlier rating of the reply. Other members of the chat don't see it. Returns 404 for what isn't a reply of an assistant.",
    params: reply,
    body: json(z.object({ is_good: z.boolean(), reason: reason.default(null), comment })),
    returns: OwnRating,
  }),
  unrateReply: operation(endpoints.unrateReply, {
    summary: "Take back your rating of a reply",
    params: reply,
    returns: SuccessMessage,
  }),
  listAssistantRatings: operation(endpoints.listAssistantRatings, {
    summary: "Get what members think of an assistant's replies",
    description:
      "For those who may change the assistant. Ratings of visitors are in the report of a public chat.",
    params: z.object({ id }),
    query: z.object({ days: int(1, 365).default(30) }),
    returns: AssistantRatings,
  }),
};
