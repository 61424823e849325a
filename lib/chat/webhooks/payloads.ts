import { z } from "zod";
import { timestamp } from "@/lib/api/fields";
import type { WebhookEvent } from "./contract";

const ONLY_SEEN = "Only if the webhook's creator is in the chat.";
const seen = z.string().optional().describe(ONLY_SEEN);
const chat = {
  chat_id: z.int(),
  chat_uuid: z.guid(),
  chat_name: seen,
  public_chat_id: z.int().optional().describe("Of a visitor's conversation: the chat that is public."),
};

// Inlined rather than named: some code generators drop schemas that no path references.
const buildBodySchema = <Name extends string, Data extends z.ZodRawShape>(event: Name, data: Data) =>
  z.object({
    id: z.guid().describe("The same for all tries of a delivery."),
    event: z.literal(event),
    created_at: timestamp,
    group_id: z.guid(),
    data: z.object(data),
  });

const MessageCreated = buildBodySchema("message.created", {
  ...chat,
  message_id: z.int(),
  user_type: z.enum(["user", "assistant", "guest", "system"]),
  user_id: z.int().nullable(),
  virtual_assistant_id: z.int().nullable(),
  replying_to_message_id: z.int().nullable(),
  message: z.string().optional().describe(`The first 2,000 characters. ${ONLY_SEEN}`),
  is_shortened: z.boolean().optional(),
});
const ReplyFinished = buildBodySchema("reply.finished", {
  ...chat,
  streaming_task_id: z.guid(),
  user_message_id: z.int().nullable(),
  message_ids: z.array(z.int()),
  status: z.string(),
});
const DocumentReady = buildBodySchema("document.ready", {
  ...z.object(chat).partial().shape,
  document_id: z.int(),
  mime_type: z.string(),
  size: z.int().describe("Bytes."),
  file_name: seen,
}).describe("A file of the library has no chat.");
const ConversationStarted = buildBodySchema("public.conversation.started", chat);
const Test = buildBodySchema("test", {});

const event = (operationId: string, summary: string, body: z.ZodType) => ({
  operationId,
  // A separate tag: some code generators write one file per tag and would overwrite the file of the webhook operations.
  tag: "Webhook deliveries",
  summary,
  body,
});

export const sentEvents = {
  "message.created": event("onMessageCreated", "A message was written", MessageCreated),
  "reply.finished": event("onReplyFinished", "All replies to a message are there", ReplyFinished),
  "document.ready": event("onDocumentReady", "A file can be searched", DocumentReady),
  "public.conversation.started": event(
    "onPublicConversationStarted",
    "A visitor of a public chat wrote for the first time",
    ConversationStarted,
  ),
  test: event("onTest", "Somebody sent a test", Test),
} satisfies Record<z.output<typeof WebhookEvent> | "test", ReturnType<typeof event>>;
