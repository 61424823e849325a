import { z } from "zod";
import { get, operation } from "@/lib/api/contract";
import { int } from "@/lib/api/fields";
import { chatParams } from "@/lib/chat/chats/contract";
import { ChatMessageSchema, ComparisonPlace } from "@/lib/chat/messages/contract";
import { endpoints } from "./operations";

const inChat = { chat_id: z.int(), chat_uuid: z.guid() };
const message = z.object({
  ...inChat,
  message: ChatMessageSchema,
  idempotency_key: z.string().nullable().describe("Under which the reader sent it."),
  notify: z.boolean().describe("It is another's, and the reader has not muted the chat."),
});
const run = { ...inChat, streaming_task_id: z.guid(), user_message_id: z.int() };

export const liveEvents = {
  "message.created": message,
  "message.updated": message,
  "message.deleted": z.object({ ...inChat, message_id: z.int() }),
  "messages.cleared": z.object(inChat),
  "reply.started": z.object({
    ...run,
    virtual_assistant_ids: z.array(z.int()),
    comparison: ComparisonPlace.optional(),
  }),
  "reply.finished": z.object({ ...run, status: z.string() }),
  "chat.updated": z.object({ ...inChat, fields: z.array(z.string()) }),
  "document.updated": z.object({ ...inChat, document_id: z.int() }),
  "mail.held": z.object({
    ...inChat,
    mail_id: z.int(),
    notify: z.boolean().describe("The reader has not muted the chat."),
  }),
  "chat.added": z.object(inChat),
  "chat.removed": z.object(inChat),
  typing: z.object({
    ...inChat,
    user_id: z.int().nullable().describe("Null: the visitor."),
    full_name: z.string(),
  }),
  cursor: z.object({
    ...inChat,
    user_id: z.int(),
    full_name: z.string(),
    page_id: z.int().nullable(),
    offset: z.int(),
    before: z.string(),
    after: z.string(),
  }),
  presence: z.object({ user_id: z.int(), is_online: z.boolean() }),
  ready: z.object({ last_event_id: z.int() }),
  reset: z.object({ last_event_id: z.int() }),
  ping: z.object({}),
};
export type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [K in LiveEventName]: { event: K; data: z.infer<(typeof liveEvents)[K]>; id?: number };
}[LiveEventName];

const LiveEvents = z
  .object({
    last_event_id: z.int(),
    reset: z.boolean(),
    events: z.array(z.object({ id: z.int(), event: z.string(), data: z.record(z.string(), z.unknown()) })),
  })
  .meta({ id: "LiveEvents" });

const description = [
  "With `Accept: text/event-stream` a stream of `message.created`, `message.updated`, `message.deleted`, `messages.cleared`, `reply.started`, `reply.finished`, `chat.updated`, `document.updated`, `mail.held`, `chat.added`, `chat.removed`, `typing`, `cursor` and `presence`; it begins with `ready`. `Last-Event-ID` resumes it: after a new connection an event may come twice, and none is lost. `reset` says that what was missed is no longer kept (24 hours): read the chat anew.",
  "Otherwise what happened after `last_event_id`, at once; without one, only the id to begin with.",
].join("\n\n");
const query = z.object({ last_event_id: int(0, Number.MAX_SAFE_INTEGER).optional() });

export const liveApi = {
  followChat: get("/chats/{chat_id}/events", {
    summary: "Follow a chat live",
    description,
    params: chatParams,
    query,
    returns: LiveEvents,
    events: true,
  }),
  followMine: get("/users/me/events", {
    summary: "Follow all of your chats live",
    description,
    query,
    returns: LiveEvents,
    events: true,
  }),
  tellTyping: operation(endpoints.tellTyping, {
    summary: "Show others that you are typing",
    description: "It holds for six seconds: call it again while the typing goes on.",
    params: chatParams,
    returns: z.object({ success: z.literal(true) }),
  }),
};
