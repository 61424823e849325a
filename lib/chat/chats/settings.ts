import { z } from "zod";
import { boolean, jsonId, name } from "@/lib/api/fields";
import { mentionName } from "@/lib/identity/mention-names/contract";

/**
 * The 20 settings of a chat, a row each: the suffix of its operation, the
 * column it sets, what it takes, and the sentence that explains it. The
 * operations, their one handler and the settings panel all come from here.
 */
export const PageType = z.enum(["chat", "canvas", "documents"]);
export const ChatSortingStrategy = z.enum(["automatically", "manually", "by_name", "by_created_at"]);
const KB = 1024;

const jsonSize = (most: number) => (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).length <= most;

const canvasText = z
  .string()
  .max(KB * KB)
  .nullable();

const bodies = {
  ChatNameUpdate: z.object({ name: name(200) }).meta({ id: "ChatNameUpdate" }),
  ChatGoalUpdate: z.object({ goal: z.string().max(10_000).nullable() }).meta({ id: "ChatGoalUpdate" }),
  ChatVaUpdate: z.object({ virtual_assistant_id: jsonId.nullable() }).meta({ id: "ChatVaUpdate" }),
  ChatCanvasUpdate: z
    .object({
      canvas: canvasText,
      replaces: canvasText
        .optional()
        .describe("The text that this one was made from: 409 when another stands there by now."),
    })
    .meta({ id: "ChatCanvasUpdate" }),
};

/** Free-form JSON object of at most 64 KB. */
export const extra = z.record(z.string(), z.unknown()).refine(jsonSize(64 * KB), "Must have at most 64 KB.");

type Row = {
  column: string;
  label: string;
  help: string;
} & ({ body: z.ZodType; query?: undefined } | { query: z.ZodType; body?: undefined; parameter?: string });

const flag = (column: string, label: string, help: string) => ({ column, label, help, query: boolean });

export const settings = {
  name: {
    column: "name",
    label: "Name",
    help: "What the chat is called in everybody's list.",
    body: bodies.ChatNameUpdate,
  },
  goal: {
    column: "goal",
    label: "Goal",
    help: "What this chat is for; the assistant keeps to it.",
    body: bodies.ChatGoalUpdate,
  },
  va: {
    column: "virtual_assistant_id",
    label: "Assistant",
    help: "Who replies when nobody is mentioned.",
    body: bodies.ChatVaUpdate,
  },
  canvas: {
    column: "canvas",
    label: "Canvas",
    help: "A text beside the thread that the assistant reads.",
    body: bodies.ChatCanvasUpdate,
  },
  extra: {
    column: "extra",
    label: "Extra",
    help: "Further settings as JSON, for programs and public chats.",
    body: extra,
  },
  global_memory: flag(
    "global_memory",
    "Global memory",
    "Answers use what assistants remember about you, as long as nobody else is in this chat.",
  ),
  mention_name: {
    column: "mention_name",
    label: "Mention name",
    help: "Lets people and programs reach this chat as @name.",
    query: z.union([mentionName, z.literal("")]).optional(),
  },
  memo: {
    column: "memo",
    label: "Memo",
    help: "Notes that the assistant reads with every message.",
    query: z.string().max(100_000),
  },
  search_in_workspace: flag(
    "search_in_workspace",
    "Search the workspace",
    "Answers use passages from other chats of the workspace that everyone in this chat can read.",
  ),
  chat_history: flag("chat_history", "Chat history", "Earlier messages of this chat go into answers."),
  search_in_chat: flag(
    "search_in_chat",
    "Search this chat",
    "Older passages of this chat that fit go into answers.",
  ),
  search_in_documents: flag(
    "search_in_documents",
    "Search documents",
    "Passages of documents that fit go into answers.",
  ),
  inherit_context_from_parent: flag(
    "inherit_context_from_parent",
    "Inherit from parent",
    "Answers use the goal, recent messages and documents of the parent chat if everyone in this chat can read it.",
  ),
  temp: flag("temp", "Temporary", "Not listed; removed 24 hours after its last message."),
  page_type: { column: "page_type", label: "Opens on", help: "What the chat shows first.", query: PageType },
  summary_enabled: flag("summary_enabled", "Summary", "A running summary of the chat is kept."),
  documents_and_collections_enabled: flag(
    "documents_and_collections_enabled",
    "Documents and collections",
    "Files can be added to this chat.",
  ),
  scheduled_jobs_enabled: flag(
    "scheduled_jobs_enabled",
    "Scheduled jobs",
    "Prompts can run here at set times.",
  ),
  email_integration_enabled: flag(
    "email_integration_enabled",
    "E-mail",
    "The chat has an address to write to.",
  ),
  sub_chat_sorting_strategy: {
    column: "sub_chat_sorting_strategy",
    label: "Order of sub-chats",
    help: "How sub-chats are sorted.",
    query: z.union([ChatSortingStrategy, z.literal("null"), z.literal("")]).optional(),
    parameter: "sorting_strategy",
  },
} as const satisfies Record<string, Row>;

export type Setting = keyof typeof settings;

/** The switches that a new chat may bring along, and what they are otherwise. */
export const switches = {
  global_memory: false,
  chat_history: true,
  search_in_chat: true,
  search_in_workspace: false,
  search_in_documents: true,
  inherit_context_from_parent: false,
  summary_enabled: false,
  documents_and_collections_enabled: true,
  scheduled_jobs_enabled: false,
  email_integration_enabled: false,
};
