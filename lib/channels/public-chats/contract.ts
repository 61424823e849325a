import { z } from "zod";
import { del, get, json, multipart, post } from "@/lib/api/contract";
import {
  id,
  int,
  MAX_INTEGER,
  messageCursor,
  messageId,
  pageSizeField,
  timestamp,
  uuid,
} from "@/lib/api/fields";
import { handoverApi, teamFields } from "./handover/contract";
import { PublicCitation } from "./knowledge/contract";
import { ReplyRating, ratingsApi } from "./ratings/contract";

export { abuseApi, type PublicChallenge } from "./abuse/contract";
export { identityApi, identitySecretApi } from "./identity/contract";
export { inboxApi, Visitor } from "./inbox/contract";
export * from "./knowledge/contract";
export * from "./publication/contract";
export type {
  PublicReport,
  PublicSpending,
  ReportFigures,
  UnansweredGroup,
  UnansweredReason,
} from "./report/contract";
export { publicStaffApi } from "./staff/contract";
export { type EarlierConversation, visitorApi } from "./visitor/contract";

/**
 * Operations for visitors of a public chat. `startPublicSession` returns the session id that identifies a visitor, in
 * `?sid=` or the `X-Session-Id` header. Visitors see only these schemas: no names of staff, no instructions, no
 * traces.
 */
export const PublicMessage = z
  .object({
    id: z.int(),
    role: z.enum(["guest", "assistant", "team"]),
    message: z.string(),
    created_at: timestamp,
    replying_to_message_id: z
      .int()
      .nullable()
      .describe("Of an assistant's reply: the message that it answers, below which it is shown."),
    attachments: z
      .array(
        z.object({
          document_id: z.int(),
          file_name: z.string(),
          mime_type: z.string(),
          size: z.int(),
          url: z.string().describe("To be asked for with the session id."),
        }),
      )
      .nullable(),
    citations: z
      .array(PublicCitation)
      .describe(
        "The documents that an assistant's reply cites as `[n]`. Read the passages with `getPublicCitation`.",
      ),
    error: z.string().nullable(),
    stopped: z.boolean(),
  })
  .meta({ id: "PublicMessage" });

export const PublicStream = z
  .object({
    streaming_task_id: z.guid(),
    status: z.enum(["queued", "running", "completed", "failed", "cancelled"]),
    text: z.string(),
    chunk_idx: z.int(),
    finished: z.boolean(),
    restarted: z.boolean(),
    message_ids: z.array(z.int()),
    error: z.string().nullable(),
  })
  .meta({ id: "PublicStream" });

export const PublicChatSettings = z
  .object({
    title: z.string(),
    greeting: z.string().nullable(),
    suggested_questions: z.array(z.string()),
    footer: z.string().nullable(),
    uploads_allowed: z.boolean(),
    is_paused: z.boolean().describe("Today's messages are used up."),
    has_conversation: z.boolean().describe("The session has messages."),
    is_from_elsewhere: z
      .boolean()
      .describe(
        "True if the session has messages and `marker` doesn't match the one sent with the first of them, or none was sent. Ask the visitor before they write.",
      ),
    is_taken_over: z.boolean().describe("A member of the team answers instead of the assistant."),
    mails_conversations: z.boolean().describe("Visitors may have their conversation mailed to them."),
    is_closed: z.boolean().describe("The team has closed the conversation."),
    rating: z.int().nullable().describe("What the visitor gave the conversation, 1 to 5."),
    reply_ratings: z.array(ReplyRating),
    ...teamFields,
  })
  .meta({ id: "PublicChatSettings" });

const marker = z
  .string()
  .min(16)
  .max(200)
  .describe("A random text that the visitor's frame keeps to itself.");
const sid = z.string().max(200).optional().describe("The session id, unless `X-Session-Id` has it.");
const session = z.object({ sid });
const params = z.object({ chat_id: uuid });
const earlier = id.optional().describe("An earlier conversation, of `listPublicConversations`.");
const streamParams = params.extend({ streaming_task_id: uuid });
// Requests of the chat page's frame, which the embedding page must not send.
const fromFrame = { access: "visitor", sameOrigin: true } as const;

export const publicChatsApi = {
  startPublicSession: post("/public/chats/{chat_id}/public-session", {
    summary: "Start a visitor session",
    description:
      "Returns the session id. Keep it secret. A session lasts 30 days from its last use, 180 days at most, and ends when the chat stops being public. Without a message it ends after 24 hours.",
    access: "anyone",
    params,
    body: json(
      z.object({
        page: z.string().max(2000).optional().describe("The address of the page that embeds the chat."),
        language: z.string().max(35).optional(),
      }),
      { required: false },
    ),
    returns: z.guid(),
  }),
  replacePublicSession: post("/public/chats/{chat_id}/public-session/replacement", {
    summary: "Replace the id of a visitor session without messages",
    description:
      "Returns a new session id; the one before is void. A page does this before it takes a session from an address, which others may know. Returns 409 once the session has messages or belongs to a signed-in visitor.",
    ...fromFrame,
    params,
    query: session,
    returns: z.guid(),
  }),
  getPublicChatSettings: get("/public/chats/{chat_id}/settings", {
    summary: "Get the settings of a public chat",
    ...fromFrame,
    access: "anyone",
    params,
    query: session.extend({ marker: marker.optional() }),
    returns: PublicChatSettings,
  }),
  listPublicMessages: get("/public/chats/{chat_id}/messages", {
    summary: "List a visitor's messages, newest page first",
    description:
      "In chronological order. Use `message_id` for older messages, `after_message_id` for newer ones.",
    ...fromFrame,
    params,
    query: session.extend({
      message_id: messageCursor.optional(),
      after_message_id: messageCursor.optional(),
      conversation_id: earlier,
      size: pageSizeField(50),
    }),
    returns: z.array(PublicMessage),
  }),
  sendPublicMessage: post("/public/chats/{chat_id}/messages", {
    summary: "Send a message as a visitor",
    description:
      "`streaming_task_id` identifies the reply. It is null if a member of the team answers instead of the assistant. Returns 403 for files if the chat doesn't accept them, 428 if the visitor has to solve `getPublicChallenge` first, and 429 if the visitor, the address or the chat has no messages left.",
    ...fromFrame,
    params,
    query: session,
    body: multipart(
      z.object({
        message_input: z.string().min(1, "Must not be empty.").max(20_000),
        marker: marker.optional(),
        proof: z
          .string()
          .max(300)
          .optional()
          .describe("The solution of `getPublicChallenge`, where one is due."),
      }),
      { files: "files" },
    ),
    returns: z.object({ message: PublicMessage, streaming_task_id: z.guid().nullable() }),
    allowance: "visitorMessagesFrom",
    idempotent: true,
  }),
  retryPublicMessage: post("/public/chats/{chat_id}/messages/{message_id}/retry", {
    summary: "Regenerate the reply to a visitor",
    description: "`message_id` is a message of the visitor or a reply to it.",
    ...fromFrame,
    params: params.extend({ message_id: messageId }),
    query: session,
    returns: z.object({ streaming_task_id: z.guid() }),
    allowance: "visitorMessagesFrom",
  }),
  readPublicStream: get("/public/chats/{chat_id}/streaming/{streaming_task_id}", {
    summary: "Stream a reply to a visitor",
    description:
      "Like `readStream`: returns JSON after `chunk_idx`, or the events `text`, `restart`, `error` and `done` with `Accept: text/event-stream`.",
    ...fromFrame,
    params: streamParams,
    query: session.extend({ chunk_idx: int(-1, MAX_INTEGER).optional() }),
    returns: PublicStream,
    events: true,
  }),
  stopPublicStream: del("/public/chats/{chat_id}/streaming/{streaming_task_id}", {
    summary: "Stop a reply to a visitor",
    ...fromFrame,
    params: streamParams,
    query: session,
    returns: z.object({ success: z.literal(true), status: PublicStream.shape.status }),
    allowance: "stops",
  }),
  followPublicChat: get("/public/chats/{chat_id}/events", {
    summary: "Follow a visitor's conversation live",
    description: [
      "With `Accept: text/event-stream`: `ready`, then `message.created` and `message.updated` {message}, `message.deleted` {message_id}, `messages.cleared`, `reply.started` and `reply.finished` {streaming_task_id, user_message_id}, `takeover` {is_taken_over}, `waiting` {is_waiting}, `closed` {is_closed}, `typing` {}, and `ping`. After each `ready`, which also comes when the conversation begins or is left, read the messages anew. It ends with the session.",
      "Otherwise whether a member of the team answers or is waited for, and the replies that are being written.",
    ].join("\n\n"),
    ...fromFrame,
    params,
    query: session,
    returns: z.object({
      is_taken_over: z.boolean(),
      is_waiting: z.boolean(),
      runs: z.array(z.object({ streaming_task_id: z.guid(), user_message_id: z.int() })),
    }),
    events: true,
  }),
  tellVisitorTyping: post("/public/chats/{chat_id}/typing", {
    summary: "Show the team that a visitor is typing",
    description: "It holds for six seconds: call it again while the typing goes on.",
    ...fromFrame,
    params,
    query: session,
    returns: z.object({ success: z.literal(true) }),
  }),
  exportPublicChat: get("/public/chats/{chat_id}/export", {
    summary: "Download a visitor's conversation as text",
    ...fromFrame,
    params,
    query: session,
    returns: z.unknown(),
  }),
  getPublicDocument: get("/public/chats/{chat_id}/documents/{document_id}/content", {
    summary: "Get a file of a visitor's conversation",
    ...fromFrame,
    params: params.extend({ document_id: id }),
    query: session.extend({ conversation_id: earlier }),
    returns: z.unknown(),
    ranges: true,
  }),
  leavePublicConversation: del("/public/chats/{chat_id}/conversation", {
    summary: "Start a new conversation in the same session",
    description:
      "The visitor can still read the earlier one, with `listPublicConversations`, until the session ends. The team keeps it.",
    ...fromFrame,
    params,
    query: session,
    returns: z.object({ success: z.literal(true) }),
  }),
  ...ratingsApi,
  ...handoverApi,
};
