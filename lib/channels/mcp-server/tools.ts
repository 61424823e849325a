import { z } from "zod";
import type { Caller, CallOptions } from "@/lib/api/actor";
import { jsonInteger } from "@/lib/api/fields";
import { consumeRateLimit, limits } from "@/lib/api/limits";
import * as assistants from "@/lib/chat/assistants/service";
import { chatsApi } from "@/lib/chat/chats/contract";
import * as chats from "@/lib/chat/chats/service";
import * as members from "@/lib/chat/members/service";
import type { ChatMessageSchema } from "@/lib/chat/messages/contract";
import * as messages from "@/lib/chat/messages/service";
import { documentsApi } from "@/lib/knowledge/documents/contract";
import * as documents from "@/lib/knowledge/documents/service";
import { searchEverywhere } from "@/lib/knowledge/search/service";
import { notFound } from "@/lib/platform/errors";
import { replyWithoutChat } from "@/lib/replies/runs/service";
import { send } from "@/lib/replies/sending/service";

type ServerTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  title: string;
  description: string;
  isReadOnly: boolean;
  input: Input;
  output: Output;
  /** @throws AppError with a sentence for a model */
  run: (viewer: Caller, input: z.output<Input>, options: CallOptions) => Promise<z.input<Output>>;
  text?: (output: z.input<Output>) => string;
};
const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(given: ServerTool<Input, Output>) =>
  given as unknown as ServerTool;

const MAX_MESSAGES_BYTES = 512 * 1024;
const DOCUMENT_PIECE = 20_000;

type StoredMessage = z.output<typeof ChatMessageSchema>;

const Id = z.int();
const Message = z.object({
  id: Id,
  from: z.string(),
  at: z.string(),
  text: z.string(),
  files: z.array(z.object({ document_id: Id.nullable(), file_name: z.string() })).optional(),
});
const counted = z.int().min(1).max(100);
const chatId = jsonInteger(1).describe("The id of a chat, as list_chats gives it.");
const assistantName = z.string().max(100).describe("The mention name of an assistant, or its id.");

// Applies the rate limit for messages, since a model is asked.
const takeMessage = ({ credential }: Caller) =>
  consumeRateLimit(limits.messages(), `${credential.kind}:${credential.id}`);

async function assistantNamed(viewer: Caller, name: string) {
  const plain = name.trim().replace(/^@/, "");
  const [row] = /^\d{1,9}$/.test(plain)
    ? await assistants.listUsableByIds(viewer, [Number(plain)])
    : await assistants.listByMentions(viewer, [plain]);
  if (!row) throw notFound("Assistant");
  return row;
}

async function namesIn(viewer: Caller, chat: number) {
  const [people, all] = await Promise.all([members.list(viewer, chat), assistants.listAll(viewer.group.id)]);
  const person = new Map(people.map(({ id, full_name }) => [id, full_name]));
  const assistant = new Map(all.map(({ id, name }) => [id, name]));
  return ({ from_user_id, from_virtual_assistant_id, user_type }: StoredMessage) =>
    person.get(from_user_id ?? 0) ?? assistant.get(from_virtual_assistant_id ?? 0) ?? user_type;
}

const toMessageItem = (getName: (message: StoredMessage) => string) => (message: StoredMessage) => ({
  id: message.id,
  from: getName(message),
  at: message.created_at,
  text: message.message,
  files: message.message_attachments?.map(({ document_id, file_name }) => ({ document_id, file_name })),
});

/** @throws AppError not_found */
export async function readMessages(viewer: Caller, chat: number, page: messages.Pages) {
  const rows = await messages.list(viewer, chat, { ...page, maxBytes: MAX_MESSAGES_BYTES });
  return rows.map(toMessageItem(await namesIn(viewer, chat)));
}

export const tools: Record<string, ServerTool> = {
  list_assistants: tool({
    title: "List assistants",
    description: "The assistants of the group: their ids, names and what they are for.",
    isReadOnly: true,
    input: z.object({}),
    output: z.object({
      assistants: z.array(
        z.object({
          id: Id,
          name: z.string(),
          mention_name: z.string().nullable(),
          description: z.string().nullable(),
        }),
      ),
    }),
    run: async (viewer) => ({
      assistants: (await assistants.listUsable(viewer)).map(({ id, name, mentionName, description }) => ({
        id,
        name,
        mention_name: mentionName,
        description,
      })),
    }),
  }),
  ask_assistant: tool({
    title: "Ask an assistant",
    description:
      "Asks an assistant one question outside of any chat and gives its answer. Nothing is kept: to go on in a chat, use send_message.",
    isReadOnly: true,
    input: z.object({ assistant: assistantName, question: z.string().min(1).max(100_000) }),
    output: z.object({ answer: z.string() }),
    text: ({ answer }) => answer,
    run: async (viewer, { assistant, question }, { signal = new AbortController().signal }) => {
      const { id } = await assistantNamed(viewer, assistant);
      await takeMessage(viewer);
      const asked = [{ role: "user" as const, text: question }];
      const reply = await replyWithoutChat(viewer, { by: { assistantId: id }, messages: asked, signal });
      return { answer: reply.text };
    },
  }),
  list_chats: tool({
    title: "List chats",
    description: "The person's chats, the latest first; with `search` those whose name or summary has it.",
    isReadOnly: true,
    input: z.object({ search: z.string().max(200).optional(), page: counted.default(1) }),
    output: z.object({
      chats: z.array(
        z.object({
          id: Id,
          name: z.string(),
          last_activity_at: z.string(),
          unread_count: z.int(),
        }),
      ),
    }),
    run: async (viewer, { search, page }) => {
      const query = chatsApi.listChats.query!.parse({ show_chats_in_workspace: "true" });
      const { items } = await chats.list(viewer, { ...query, search, page });
      return {
        chats: items.map(({ id, name, last_activity_at, unread_count }) => ({
          id,
          name,
          last_activity_at,
          unread_count,
        })),
      };
    },
  }),
  read_chat: tool({
    title: "Read a chat",
    description:
      "The newest messages of a chat, or those before one of them; fewer than `count` where they are very long.",
    isReadOnly: true,
    input: z.object({
      chat_id: chatId,
      before_message_id: z.int().min(1).optional(),
      count: counted.default(25),
    }),
    output: z.object({ messages: z.array(Message) }),
    run: async (viewer, { chat_id, before_message_id: message_id, count: size }) => ({
      messages: await readMessages(viewer, chat_id, { message_id, size }),
    }),
  }),
  send_message: tool({
    title: "Send a message",
    description:
      "Writes a message into a chat, in the person's name, and gives the replies of its assistants, if there are any.",
    isReadOnly: false,
    input: z.object({ chat_id: chatId, text: z.string().trim().min(1).max(100_000) }),
    output: z.object({ message_id: Id.nullable(), replies: z.array(Message) }),
    run: async (viewer, { chat_id, text }, options) => {
      await takeMessage(viewer);
      const sent = await send(viewer, chat_id, { message_input: text, is_sync: true, files: [] }, options);
      const getName = await namesIn(viewer, chat_id);
      return { message_id: sent.user_message_id, replies: sent.responses?.map(toMessageItem(getName)) ?? [] };
    },
  }),
  search: tool({
    title: "Search",
    description: "Finds messages, documents and chats that the person sees, by meaning and by words.",
    isReadOnly: true,
    input: z.object({
      query: z.string().trim().min(1).max(4000),
      chat_id: chatId.optional(),
      count: counted.default(10).describe("At most, of each kind."),
    }),
    output: z.object({ found: z.array(z.looseObject({ kind: z.string(), text: z.string() })) }),
    run: async (viewer, { query, chat_id, count }) => {
      const kinds: ("chats" | "messages" | "documents")[] = ["chats", "messages", "documents"];
      const { items } = await searchEverywhere(viewer, { query, chat_id, kinds, page: 1, page_size: count });
      return { found: items.map(({ highlights: _, ...item }) => item) };
    },
  }),
  list_documents: tool({
    title: "List documents",
    description: "Documents that the person sees, of a chat or of all of them and the group's library.",
    isReadOnly: true,
    input: z.object({
      chat_id: chatId.optional(),
      search: z.string().max(200).optional().describe("A part of the name."),
      page: counted.default(1),
    }),
    output: z.object({
      documents: z.array(
        z.object({
          id: Id,
          file_name: z.string(),
          folder: z.string(),
          status: z.string(),
          pages: z.int().nullable(),
          characters: z.int().nullable(),
          chat_id: Id.nullable(),
        }),
      ),
    }),
    run: async (viewer, { chat_id, search, page }) => {
      const query = documentsApi.listDocuments.query!.parse({});
      const { items } = await documents.list(viewer, { ...query, chat_id, search, page });
      return {
        documents: items.map(({ id, file_name, folder, status, pages, characters, chat_id }) => ({
          id,
          file_name,
          folder,
          status,
          pages,
          characters,
          chat_id,
        })),
      };
    },
  }),
  read_document: tool({
    title: "Read a document",
    description: `The text of a document, ${DOCUMENT_PIECE} characters at a time; \`next_offset\` is where to go on.`,
    isReadOnly: true,
    input: z.object({
      document_id: jsonInteger(1),
      offset: jsonInteger(0).default(0),
    }),
    output: z.object({ text: z.string(), total: z.int(), next_offset: z.int().nullable() }),
    run: async (viewer, { document_id, offset }) => {
      const { text, total, next_offset } = await documents.readText(viewer, document_id, {
        offset,
        limit: DOCUMENT_PIECE,
      });
      return { text, total, next_offset };
    },
  }),
};
