import { z } from "zod";
import { get, json, post } from "@/lib/api/contract";
import { cursor, id, sizeOf, timestamp } from "@/lib/api/fields";
import { email } from "@/lib/identity/people/contract";
import { fromFrame, PublicMessage, params, session } from "../contract";

/** A conversation that a visitor has left, as they see it. */
export const EarlierConversation = z
  .object({
    id: z.int(),
    first_message: z.string().describe("The first 200 characters of the visitor's first message."),
    started_at: timestamp,
    last_message_at: timestamp,
  })
  .meta({ id: "EarlierConversation" });

/** What visitors do besides talking. */
export const visitorApi = {
  listEarlierConversations: get("/public/chats/{chat_id}/conversations", {
    summary: "List the earlier conversations of a visitor, newest first",
    description:
      "The newest 100 that this session has left with `leavePublicConversation`. They can be read until the session ends, and not written in.",
    ...fromFrame,
    params,
    query: session,
    returns: z.array(EarlierConversation),
  }),
  listEarlierMessages: get("/public/chats/{chat_id}/conversations/{conversation_id}/messages", {
    summary: "List the messages of an earlier conversation, newest page first",
    description: "In chronological order. Use `message_id` for older messages.",
    ...fromFrame,
    params: params.extend({ conversation_id: id }),
    query: session.extend({ message_id: cursor.optional(), size: sizeOf(50) }),
    returns: z.array(PublicMessage),
  }),
  mailPublicChat: post("/public/chats/{chat_id}/mail", {
    summary: "Mail a visitor's conversation as text",
    description:
      "In two steps, so that nobody gets mails that they didn't ask for: without `code` the address gets a code of six digits, which is valid for at least an hour; with it the address gets the conversation. Returns 422 for a code that is wrong or has expired, 409 for an empty conversation, 403 if the installation sends no mails, and 429 for a second address within an hour and after five codes.",
    ...fromFrame,
    params,
    query: session,
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
