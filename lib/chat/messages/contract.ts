import { z } from "zod";
import { json, jsonLimits, multipart, operation, post } from "@/lib/api/contract";
import {
  boolean,
  id,
  jsonMessageId,
  list,
  messageCursor,
  messageId,
  newUuid,
  pageSize,
  timestamp,
} from "@/lib/api/fields";
import { chatParams, extra, UserType } from "@/lib/chat/chats/contract";
import { modelId } from "@/lib/llm/models/contract";
import { endpoints, MAX_COMPARED_MODELS, MAX_INSTRUCTION_LENGTH } from "./operations";

export const ReasoningStep = z
  .object({
    id: z.null(),
    kind: z
      .enum(["thought", "search", "read", "write", "memory", "schedule", "tool", "assistant", "direction"])
      .nullable()
      .describe("What the step does; null in old replies."),
    label: z.string(),
    right_text: z.string().nullable().describe("How long a tool took."),
    description_md: z.string().nullable(),
    emoji: z.null(),
    step_type: z.literal("reasoning"),
    order: z.int().nullable(),
    metadata: z
      .object({
        result: z.string(),
        failed: z.boolean(),
        canvas_page_id: z.int().optional().describe("The page of the canvas that it read or wrote."),
      })
      .nullable()
      .describe("What came of a tool, once it has run."),
    children: z.null(),
    created_at: timestamp,
  })
  .meta({ id: "ReasoningStep" });

export const ChatMessageSchema = z
  .object({
    id: z.int(),
    chat_id: z.int(),
    chat_uuid: z.guid(),
    user_type: UserType,
    type: z.enum(["message", "voice", "event"]),
    message: z.string(),
    user_location: z.null(),
    created_at: timestamp,
    message_processed_at: timestamp.nullable(),
    from_user_id: z.int().nullable(),
    from_virtual_assistant_id: z.int().nullable(),
    task_id: z.string().nullable(),
    replying_to_message: z
      .object({ id: z.int(), message: z.string(), full_name: z.string(), type: z.string() })
      .nullable(),
    indexed: z.boolean(),
    llm_trace_id: z.string().nullable(),
    extra: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        "Data that the sender attached, plus what Parley adds. Replies can have `usage`, `context`, `citations`, `error` (with `retry_at` if the model's provider asked to wait), `stopped`, `previous`, `unseen_pictures` (names of pictures that the model did not get), `unread_files` (names of files whose text was not known), `left_out` (settings that the model doesn't take), `passed_over` (`model`, `code` and `message` of each model that was asked before the one that replied), `comparison` (`model` and `position`, until one of several compared replies is kept) and `regeneration` (the `model` and the `instruction` that a person chose for a regenerated reply); edited replies `edited_by` (`user_id` and `name`); other messages `job`, `mail`, `prompt`, `imported` and `versions` (the ids of the versions of this question, oldest first, one of which is shown).",
      ),
    message_attachments: z
      .array(
        z.object({
          document_id: z.int(),
          file_name: z.string(),
          mime_type: z.string(),
          size: z.int(),
          url: z.string(),
        }),
      )
      .nullable(),
    memory_id: z.string().nullable(),
    edited: z.boolean(),
    reasoning_steps: z.array(ReasoningStep),
    aggregated_reactions: z.array(
      z.object({ emoji: z.string(), count: z.int(), user_ids: z.array(z.int()), me: z.boolean() }),
    ),
  })
  .meta({ id: "ChatMessageSchema" });

export const PostChatMessageResponse = z
  .object({
    user_message_id: z.int(),
    streaming_task_id: z.guid().nullable(),
    responses: z.array(ChatMessageSchema).nullable(),
  })
  .meta({ id: "PostChatMessageResponse" });

export const ChatMessageWithResponse = z
  .object({
    message: ChatMessageSchema,
    responses: z.array(ChatMessageSchema).nullable(),
    chat_id: z.int(),
    chat_uuid: z.guid(),
    streaming_task_id: z.guid().nullable(),
  })
  .meta({ id: "ChatMessageWithResponse" });
const ChatMessageSimpleResponse = z
  .object({ message: ChatMessageSchema, streaming_task_id: z.guid() })
  .meta({ id: "ChatMessageSimpleResponse" });

const text = z.string().min(1, "Must not be empty.").max(100_000);
const MessageInput = z
  .object({
    message: text,
    replying_to_message_id: jsonMessageId.nullish(),
    extra: extra
      .optional()
      .describe(
        "Stored with the message and returned unchanged. Keys that Parley uses itself are dropped: `usage`, `context`, `citations`, `error`, `retry_at`, `stopped`, `previous`, `unseen_pictures`, `unread_files`, `left_out`, `passed_over`, `comparison`, `regeneration`, `edited_by`, `job`, `mail`, `prompt`, `imported` and `versions`.",
      ),
  })
  .meta({ id: "MessageInput" });

const Regeneration = z
  .object({
    model: z.nullable(modelId).default(null).describe("Model for the new replies only."),
    instruction: z
      .nullable(z.string().trim().min(1, "Must not be empty.").max(MAX_INSTRUCTION_LENGTH))
      .default(null)
      .describe("How the new replies differ from those that they replace, such as `Shorter`."),
  })
  .meta({ id: "Regeneration" });

const chatNameOrId = z
  .string()
  .refine(
    (value) =>
      /^-?(0|[1-9]\d*)$/.test(value) ||
      z.guid().safeParse(value).success ||
      /^[a-z][a-z0-9_-]{1,63}$/i.test(value),
    "Must be a chat's id, UUID or mention name.",
  )
  .transform((value) => {
    if (/^-?\d+$/.test(value)) {
      const number = Number(value);
      return number >= 1 && number <= 2_147_483_647 ? number : 0;
    }
    return z.guid().safeParse(value).success ? value.toLowerCase() : { mention: value.toLowerCase() };
  })
  .meta({
    override: {
      type: "string",
      pattern:
        "^(-?(0|[1-9][0-9]*)|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[a-zA-Z][a-zA-Z0-9_-]{1,63})$",
    },
  });

/** Place of a reply among several models that reply side by side, counted from 0. */
export const ComparisonPlace = z.object({ model: z.string(), position: z.int() });
export const ComparedModels = list(modelId)
  .min(2, "Must be two models or more.")
  .max(MAX_COMPARED_MODELS)
  .refine((models) => new Set(models).size === models.length, "Must be different models.")
  .optional()
  .describe(
    "Compares two to four models: each replies for itself, asynchronously whatever `is_sync` says, and uses no tool that changes anything. `GET /chats/{chat_id}/streaming` lists their streams. `POST /chats/messages/{message_id}/keep` decides; until then the first one's reply counts in histories, exports and numbers of unread messages, and searches find none. 422 if nobody replies, if several assistants do, or if the assistant always uses its own model.",
  );

const Done = z.object({ success: z.literal(true), message: z.string() });

const EMOJI = "^\\p{RGI_Emoji}$";
const isEmoji = (given: string) => new RegExp(EMOJI, "v").test(given);
// Normalizes an emoji to emoji presentation: `❤` becomes `❤️`.
const emoji = z
  .string()
  .transform((given) => (isEmoji(given) ? given : `${given}\uFE0F`))
  .refine((given) => isEmoji(given), "Must be one emoji.")
  .meta({ override: { type: "string", format: "emoji", minLength: 1, maxLength: 32, examples: ["👍"] } });
const reactionParams = chatParams.extend({ message_id: messageId, emoji });

const MessageForm = z.object({ message_input: text });
const plainMessage = multipart(MessageForm, { files: "files" });
const optionalMessage = multipart(MessageForm, { files: "files", required: false });
const messageInChat = multipart(
  z.object({ message_input: text, replying_to_message_id: messageId.optional() }),
  {
    files: "files",
  },
);
const sends = { allowance: "messages", idempotent: true } as const;
const deprecated = { deprecated: true, params: chatParams, body: messageInChat, ...sends };

export const messagesApi = {
  sendMessage: operation(endpoints.sendMessage, {
    summary: "Send a message",
    description:
      "`is_sync=true` waits for the replies; otherwise `streaming_task_id` identifies a stream. `{chat_id}` can be an id, a UUID or a mention name. The assistants that the message mentions reply, or the chat's own; nobody replies to a message that mentions only people of the chat. A request with a known `Idempotency-Key` returns the first response again.",
    params: z.object({ chat_id: chatNameOrId }),
    query: z.object({ models: ComparedModels }),
    body: multipart(
      z.object({
        message_input: text,
        is_sync: boolean.default(true).meta({ override: { type: "boolean", default: true } }),
        replying_to_message_id: messageId.optional(),
      }),
      { files: "files" },
    ),
    returns: PostChatMessageResponse,
    ...sends,
  }),
  sendToAssistant: post("/virtual-assistants/{agent_id}/messages", {
    summary: "Send a message to an assistant",
    description:
      "Sends to your own chat with the assistant, which is created on first use. Waits for the reply.",
    params: z.object({ agent_id: id }),
    body: plainMessage,
    returns: PostChatMessageResponse,
    ...sends,
  }),
  sendInTempChat: post("/chats/temp_chat/messages", {
    summary: "Send a message to an assistant in a new temporary chat",
    description:
      "Waits for the reply. Pass `chat_uuid` to continue the chat. It appears in no list and is deleted 24 hours after its last message.",
    query: z.object({ virtual_assistant_id: id }),
    body: optionalMessage,
    returns: ChatMessageWithResponse,
    ...sends,
  }),
  sendInTempChatOfTask: post("/chats/temp_chat/{task_id}/messages", {
    summary: "Send a message in a new temporary chat created from a task",
    description: "From its latest version; else as `sendInTempChat`.",
    params: z.object({ task_id: id }),
    body: optionalMessage,
    returns: ChatMessageWithResponse,
    ...sends,
  }),
  sendDeprecated: post("/chats/{chat_id}/messages/deprecated", {
    summary: "Send a message and wait for the replies",
    returns: ChatMessageWithResponse,
    ...deprecated,
  }),
  sendSync: post("/chats/{chat_id}/messages/sync", {
    summary: "Send a message and wait for its replies",
    returns: ChatMessageWithResponse,
    ...deprecated,
  }),
  sendQueue: post("/chats/{chat_id}/messages/queue", {
    summary: "Send a message and do not wait",
    returns: ChatMessageSimpleResponse,
    ...deprecated,
  }),
  sendToMentionName: post("/chats/mention_name/{chat_mention_name}/messages", {
    summary: "Send a message to a chat by its mention name",
    params: z.object({ chat_mention_name: z.string().toLowerCase() }),
    body: json(MessageInput, { mostBytes: jsonLimits.message }),
    returns: ChatMessageWithResponse,
    deprecated: true,
    ...sends,
  }),
  listMessages: operation(endpoints.listMessages, {
    summary: "List messages, newest page first",
    description:
      "Returns the `size` newest messages before `message_id`, in chronological order. Use `after_message_id` for the messages right after a message, or `around_message_id` for a page with that message in the middle.\n\nIds rise in the order in which messages were stored, so a reply can come after messages that were sent while it was written. Its `replying_to_message` names its question: group replies by it to show them below their questions. Regenerated replies keep their id; `message.updated` tells of them.",
    params: chatParams,
    query: z.object({
      message_id: messageCursor.optional(),
      after_message_id: messageCursor.optional(),
      around_message_id: messageCursor.optional(),
      size: pageSize,
    }),
    returns: z.array(ChatMessageSchema),
  }),
  retryMessage: operation(endpoints.retryMessage, {
    summary: "Regenerate the replies to a message",
    description:
      "Replaces the replies to a message. `message_id` is a person's message or a reply to it. A new reply takes the id and place of the one that it replaces. The new replies use only what you and everyone else in the chat may see, whoever wrote the message. Pass a new UUID (version 4) as `streaming_task_id` to run this asynchronously under that id.",
    params: z.object({ message_id: messageId }),
    query: z.object({ streaming_task_id: newUuid.optional() }),
    returns: PostChatMessageResponse,
    allowance: "messages",
  }),
  regenerateReply: operation(endpoints.regenerateReply, {
    summary: "Regenerate the replies to a message with another model or an instruction",
    description:
      "As `retry`. With an `instruction`, the model also gets the reply that is replaced. 422 if an assistant that replies always uses its own model.",
    params: z.object({ message_id: messageId }),
    query: z.object({ streaming_task_id: newUuid.optional() }),
    body: json(Regeneration),
    returns: PostChatMessageResponse,
    allowance: "messages",
  }),
  continueReply: operation(endpoints.continueReply, {
    summary: "Continue a stopped reply",
    description:
      "The model gets the conversation and the reply so far, and the new text is appended to the reply, which keeps its id. Pass a new UUID (version 4) as `streaming_task_id` to run this asynchronously under that id; the stream begins with the text so far. 409 unless the reply has `extra.stopped` and is the last message of its chat.",
    params: z.object({ message_id: messageId }),
    query: z.object({ streaming_task_id: newUuid.optional() }),
    returns: PostChatMessageResponse,
    allowance: "messages",
  }),
  keepReply: operation(endpoints.keepReply, {
    summary: "Continue with one of several compared replies",
    description:
      "The other replies to its message are deleted, and those that are still being written are stopped. They count towards usage. 409 if it isn't one of several, or another was kept.",
    params: z.object({ message_id: messageId }),
    returns: ChatMessageSchema,
  }),
  editMessage: operation(endpoints.editMessage, {
    summary: "Change the text of your own message or of a reply",
    description:
      "Owners and admins of a chat may change the replies in it, except in conversations with visitors. The former text stays in `extra.previous`, `extra.edited_by` says who changed it, and sources that the new text doesn't cite are dropped from `extra.citations`. 409 while the reply is being regenerated.",
    params: z.object({ message_id: messageId }),
    body: json(MessageInput, { mostBytes: jsonLimits.message }),
    returns: ChatMessageSchema,
  }),
  deleteMessage: operation(endpoints.deleteMessage, {
    summary: "Delete a message",
    params: chatParams.extend({ message_id: messageId }),
    returns: Done,
  }),
  clearMessages: post("/chats/{chat_id}/messages/clear", {
    summary: "Delete all messages of a chat",
    params: chatParams,
    returns: z.object({ success: z.literal(true), deleted: z.int() }),
  }),
  addReaction: operation(endpoints.addReaction, {
    summary: "React to a message",
    description: "A message can have at most 20 different emoji: 409.",
    params: reactionParams,
    returns: ChatMessageSchema,
  }),
  removeReaction: operation(endpoints.removeReaction, {
    summary: "Remove a reaction",
    params: reactionParams,
    returns: ChatMessageSchema,
  }),
  exportChats: operation(endpoints.exportChats, {
    summary: "Download all your chats",
    description:
      "A ZIP file with a Markdown and a JSON file for each chat of the group that you are a member of, written while it is sent.",
    returns: z.unknown(),
    types: ["application/zip"],
    allowance: "heavy",
  }),
  exportChat: operation(endpoints.exportChat, {
    summary: "Download a chat",
    description:
      "All messages with names, times and file names, as Markdown, HTML or JSON. HTML is one document that loads nothing. JSON has the settings of the chat, its canvas and the pages of that, too.",
    params: chatParams,
    query: z.object({ format: z.enum(["md", "html", "json"]).default("md") }),
    returns: z.unknown(),
  }),
};
