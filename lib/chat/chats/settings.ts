import { z } from "zod";
import { boolean, jsonId, name } from "@/lib/api/fields";
import { mentionName } from "@/lib/identity/mention-names/contract";
import { modelId } from "@/lib/llm/models/contract";
import { EFFORTS, sampling } from "@/lib/llm/sampling/contract";

/**
 * Registry of chat settings, in the order in which the panel shows them. To add one, add a row here and a column in
 * `db/schema/chats.ts`. The operation that sets it, the fields of chats and tasks, and the fields of the panel and of
 * the task form derive from the row.
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
  ChatModelUpdate: z.object({ model: z.nullable(modelId) }).meta({ id: "ChatModelUpdate" }),
  ChatTemperatureUpdate: z
    .object({ temperature: sampling.temperature.value })
    .meta({ id: "ChatTemperatureUpdate" }),
  ChatReasoningEffortUpdate: z
    .object({ reasoning_effort: sampling.reasoning_effort.value })
    .meta({ id: "ChatReasoningEffortUpdate" }),
  ChatMaxOutputTokensUpdate: z
    .object({ max_output_tokens: sampling.max_output_tokens.value })
    .meta({ id: "ChatMaxOutputTokensUpdate" }),
  ChatInstructionsUpdate: z
    .object({ instructions: z.string().max(10_000).nullable() })
    .meta({ id: "ChatInstructionsUpdate" }),
  ChatCanvasUpdate: z
    .object({
      canvas: canvasText,
      replaces: canvasText
        .optional()
        .describe("The text you started from. Returns 409 if the canvas has changed since."),
      discards: canvasText
        .optional()
        .describe("The text that isn't kept after a conflict. It becomes the newest version."),
    })
    .meta({ id: "ChatCanvasUpdate" }),
};

export const extra = z.record(z.string(), z.unknown()).refine(jsonSize(64 * KB), "Must have at most 64 KB.");

type Control =
  | { kind: "switch" }
  /** `rows` makes it a text area that saves while typing. With `isRequired`, an empty value is rejected. */
  | { kind: "text"; longest: number; rows?: number; isRequired?: true }
  | { kind: "mention" }
  /** Maps API values to labels; "" stands for null. The first one is the default of a new chat. */
  | { kind: "choice"; options: Record<string, string> }
  /** Null falls back to the assistant's value, then to the model's. */
  | { kind: "number"; least: number; most: number; step: number; unit?: string }
  | { kind: "assistant" }
  | { kind: "model" }
  | { kind: "json" };

export type SettingSection = "basics" | "answers" | "knowledge" | "automation" | "advanced";

type SettingDefinition = {
  part: SettingSection;
  label: string;
  help: string;
  control: Control;
  input: { body: z.ZodType } | { query: z.ZodType; parameter?: string };
  value?: z.ZodType;
  initial?: unknown;
  isOwn?: true;
};

const toggle = (part: SettingSection, label: string, help: string) => ({
  part,
  label,
  help,
  control: { kind: "switch" as const },
  input: { query: boolean },
});
const flag = (part: SettingSection, initial: boolean, label: string, help: string) => ({
  ...toggle(part, label, help),
  value: z.boolean(),
  initial,
});

export const settings = {
  name: {
    part: "basics",
    label: "Name",
    help: "The chat's name in everyone's list.",
    control: { kind: "text", longest: 200, isRequired: true },
    input: { body: bodies.ChatNameUpdate },
  },
  goal: {
    part: "basics",
    label: "Goal",
    help: "What this chat is for; the assistant keeps to it.",
    control: { kind: "text", longest: 10_000, rows: 3 },
    input: { body: bodies.ChatGoalUpdate },
  },
  va: {
    part: "basics",
    label: "Assistant",
    help: "Who replies when nobody is mentioned.",
    control: { kind: "assistant" },
    input: { body: bodies.ChatVaUpdate },
  },
  model: {
    part: "basics",
    label: "Model",
    help: "Which model replies, unless the assistant always uses its own.",
    control: { kind: "model" },
    input: { body: bodies.ChatModelUpdate },
    value: z
      .nullable(modelId)
      .describe("`provider:model`, `builtin`, or null for the model of the assistant that replies."),
    initial: null,
  },
  instructions: {
    part: "answers",
    label: "Instructions",
    help: "What assistants do in this chat, besides what their own instructions say. Where the two differ, these count.",
    control: { kind: "text", longest: 10_000, rows: 4 },
    input: { body: bodies.ChatInstructionsUpdate },
    value: z.nullable(z.string().max(10_000)),
    initial: null,
  },
  temperature: {
    part: "answers",
    ...sampling.temperature,
    input: { body: bodies.ChatTemperatureUpdate },
    initial: null,
  },
  reasoning_effort: {
    part: "answers",
    ...sampling.reasoning_effort,
    control: { kind: "choice", options: { "": "The assistant's", ...EFFORTS } },
    input: { body: bodies.ChatReasoningEffortUpdate },
    initial: null,
  },
  max_output_tokens: {
    part: "answers",
    ...sampling.max_output_tokens,
    input: { body: bodies.ChatMaxOutputTokensUpdate },
    initial: null,
  },
  memo: {
    part: "basics",
    label: "Memo",
    help: "Notes that the assistant reads with every message.",
    control: { kind: "text", longest: 100_000, rows: 4 },
    input: { query: z.string().max(100_000) },
  },
  mention_name: {
    part: "automation",
    label: "Mention name",
    help: "Lets people and programs reach this chat as @name.",
    control: { kind: "mention" },
    input: {
      query: z
        .union([mentionName, z.literal("")])
        .meta({ override: { type: "string", pattern: "^([a-z][a-z0-9_-]{1,63})?$" } })
        .optional(),
    },
    isOwn: true,
  },
  chat_history: flag("knowledge", true, "Chat history", "Earlier messages of this chat go into answers."),
  search_in_chat: flag(
    "knowledge",
    true,
    "Search this chat",
    "Older passages of this chat that fit go into answers.",
  ),
  search_in_documents: flag(
    "knowledge",
    true,
    "Search documents",
    "Passages of documents that fit go into answers.",
  ),
  search_in_workspace: flag(
    "knowledge",
    false,
    "Search the folder",
    "Answers use passages from other chats of the folder that everyone in this chat can read.",
  ),
  inherit_context_from_parent: flag(
    "knowledge",
    false,
    "Inherit from parent",
    "Answers use the goal, recent messages and documents of the parent chat if everyone in this chat can read it.",
  ),
  global_memory: flag(
    "knowledge",
    false,
    "Global memory",
    "Answers use what assistants remember about you, as long as no one else is in this chat.",
  ),
  summary_enabled: flag("knowledge", false, "Summary", "A running summary of the chat is kept."),
  documents_and_collections_enabled: flag(
    "knowledge",
    true,
    "Documents and collections",
    "Files can be added to this chat.",
  ),
  scheduled_jobs_enabled: flag("automation", false, "Scheduled jobs", "Prompts can run here at set times."),
  email_integration_enabled: flag("automation", false, "E-mail", "The chat has an address to write to."),
  temp: {
    ...toggle("advanced", "Temporary", "In no list and no search; deleted 24 hours after its last message."),
    isOwn: true,
  },
  page_type: {
    part: "advanced",
    label: "Opens on",
    help: "What the chat shows first.",
    control: {
      kind: "choice",
      options: { chat: "The thread", canvas: "The canvas", documents: "The documents" },
    },
    input: { query: PageType },
  },
  sub_chat_sorting_strategy: {
    part: "advanced",
    label: "Order of sub-chats",
    help: "How sub-chats are sorted.",
    control: {
      kind: "choice",
      options: {
        "": "As your list is sorted",
        automatically: "Starred and latest first",
        manually: "By hand",
        by_name: "By name",
        by_created_at: "Newest first",
      },
    },
    input: {
      query: z.union([ChatSortingStrategy, z.literal("null"), z.literal("")]).optional(),
      parameter: "sorting_strategy",
    },
  },
  canvas: {
    part: "advanced",
    label: "Canvas",
    help: "A text next to the thread that the assistant reads.",
    control: { kind: "text", longest: KB * KB, rows: 6 },
    input: { body: bodies.ChatCanvasUpdate },
  },
  extra: {
    part: "advanced",
    label: "Extra",
    help: "Further values, for programs and public chats.",
    control: { kind: "json" },
    input: { body: extra },
  },
} as const satisfies Record<string, SettingDefinition>;

export type ChatSetting = keyof typeof settings;
type Rows = typeof settings;

export const toField = (setting: ChatSetting) => (setting === "va" ? "virtual_assistant_id" : setting);
export type FieldName<S extends ChatSetting> = S extends "va" ? "virtual_assistant_id" : S;

export const getSetting = (setting: ChatSetting): SettingDefinition => settings[setting];

// Orders settings as the published API document does; settings added later follow.
const listSettings = <S extends ChatSetting>(first: S[]): ChatSetting[] => [
  ...new Set<ChatSetting>([...first, ...(Object.keys(settings) as ChatSetting[])]),
];
export const settingNames = listSettings([
  "name",
  "goal",
  "va",
  "canvas",
  "extra",
  "global_memory",
  "mention_name",
  "memo",
  "search_in_workspace",
  "chat_history",
  "search_in_chat",
  "search_in_documents",
  "inherit_context_from_parent",
  "temp",
  "page_type",
]);

export type Plain = { [S in ChatSetting]: Rows[S] extends { value: z.ZodType } ? S : never }[ChatSetting];
export const plainNames = listSettings([
  "global_memory",
  "chat_history",
  "search_in_chat",
  "search_in_workspace",
]).filter((setting): setting is Plain => "value" in settings[setting]);
export type PlainValues = { [S in Plain]: Rows[S]["value"] };

export type CopiedSetting = { [S in ChatSetting]: Rows[S] extends { isOwn: true } ? never : S }[ChatSetting];
export const isCopied = (setting: ChatSetting): setting is CopiedSetting => !("isOwn" in settings[setting]);
