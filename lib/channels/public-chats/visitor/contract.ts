import { z } from "zod";
import { get, json, post } from "@/lib/api/contract";
import { timestamp, uuid } from "@/lib/api/fields";
import { email } from "@/lib/identity/people/contract";

export const EarlierConversation = z
  .object({
    id: z.int(),
    first_message: z.string().describe("The first 200 characters of the visitor's first message."),
    started_at: timestamp,
    last_message_at: timestamp,
  })
  .meta({ id: "EarlierConversation" });

const params = z.object({ chat_id: uuid });
const query = z.object({
  sid: z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it."),
});

export const visitorApi = {
  listPublicConversations: get("/public/chats/{chat_id}/conversations", {
    summary: "List the earlier conversations of a visitor, newest first",
    description:
      "The newest 100 that this session has left with `leavePublicConversation`. Read them with `conversation_id` of `listPublicMessages` until the session ends; nobody writes in them.",
    access: "visitor",
    sameOrigin: true,
    params,
    query,
    returns: z.array(EarlierConversation),
  }),
  mailPublicChat: post("/public/chats/{chat_id}/mail", {
    summary: "Mail a visitor's conversation as text",
    description:
      "In two steps, so that nobody gets mails that they didn't ask for: without `code` the address gets a code of six digits, which is valid for at least an hour; with it the address gets the conversation. Returns 422 for a code that is wrong or has expired, 409 for an empty conversation, 403 if the installation sends no mails, and 429 for a second address within an hour and after five codes.",
    access: "visitor",
    sameOrigin: true,
    params,
    query,
    body: json(
      z.object({
        email,
        code: z
          .string()
          .regex(/^\d{6}$/, "Must be six digits.")
          .optional(),
      }),
    ),
    returns: z.object({ success: z.literal(true) }),
  }),
};
