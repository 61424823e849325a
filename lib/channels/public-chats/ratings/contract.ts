import { z } from "zod";
import { del, json, put } from "@/lib/api/contract";
import { messageId, uuid } from "@/lib/api/fields";

export const ReplyRating = z
  .object({ message_id: z.int(), is_good: z.boolean() })
  .meta({ id: "ReplyRating" });

const params = z.object({ chat_id: uuid });
const reply = params.extend({ message_id: messageId });
const query = z.object({
  sid: z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it."),
});
const comment = z
  .string()
  .trim()
  .max(1000)
  .nullish()
  .transform((text) => text || null);
const visitor = { access: "visitor", sameOrigin: true } as const;

export const ratingsApi = {
  ratePublicReply: put("/public/chats/{chat_id}/messages/{message_id}/rating", {
    summary: "Rate a reply as a visitor",
    description: "Replaces an earlier rating of the reply. 404 for what isn't a reply of the assistant.",
    ...visitor,
    params: reply,
    query,
    body: json(z.object({ is_good: z.boolean() })),
    returns: ReplyRating,
  }),
  unratePublicReply: del("/public/chats/{chat_id}/messages/{message_id}/rating", {
    summary: "Take back the rating of a reply",
    ...visitor,
    params: reply,
    query,
    returns: z.object({ success: z.literal(true) }),
  }),
  ratePublicConversation: put("/public/chats/{chat_id}/rating", {
    summary: "Rate a conversation as a visitor",
    description: "Replaces an earlier rating. The team sees it in the report. 404 before the first message.",
    ...visitor,
    params,
    query,
    body: json(z.object({ rating: z.int().min(1).max(5), comment })),
    returns: z.object({ rating: z.int(), comment: z.string().nullable() }),
  }),
};
