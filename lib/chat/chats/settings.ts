import { EFFORTS, sampling } from "@/lib/llm/sampling/settings";

// Registry of chat settings, in the order in which the panel shows them. To add a setting, add a row here, a column
// in `db/schema/chats.ts` and its path in `operations.ts`. A row that is not a switch also needs a schema in
// `setting-schemas.ts`. The operation that changes the setting, the fields of chats and tasks, and the fields of the
// panel and the task form derive from the row.
const KB = 1024;

type Control =
  | { kind: "switch" }
  /** `rows` shows a text area that saves while typing. With `isRequired`, an empty value is rejected. */
  | { kind: "text"; longest: number; rows?: number; isRequired?: true }
  | { kind: "mention" }
  /** Maps API values to labels; "" stands for null. The first option is the default of a new chat. */
  | { kind: "choice"; options: Record<string, string> }
  /** Null falls back to the assistant's value, then to the model's. */
  | { kind: "number"; least: number; most: number; step: number; unit?: string }
  | { kind: "assistant" }
  | { kind: "model" }
  | { kind: "tools" }
  | { kind: "json" };

export type SettingSection = "basics" | "answers" | "knowledge" | "automation" | "advanced";

type SettingDefinition = {
  part: SettingSection;
  label: string;
  help: string;
  control: Control;
  /** Part of the request that contains the value. */
  input: "body" | "query";
  /** Name of the query parameter. Defaults to the name of the row. */
  parameter?: string;
  /** Value in a new chat. Settings with an initial value are fields of both chats and tasks. */
  initial?: unknown;
  isOwn?: true;
};

const toggle = (part: SettingSection, label: string, help: string) => ({
  part,
  label,
  help,
  control: { kind: "switch" as const },
  input: "query" as const,
});
const flag = (part: SettingSection, initial: boolean, label: string, help: string) => ({
  ...toggle(part, label, help),
  initial,
});

export const settings = {
  name: {
    part: "basics",
    label: "Name",
    help: "The chat's name in everyone's list.",
    control: { kind: "text", longest: 200, isRequired: true },
    input: "body",
  },
  goal: {
    part: "basics",
    label: "Goal",
    help: "What this chat is for; the assistant keeps to it.",
    control: { kind: "text", longest: 10_000, rows: 3 },
    input: "body",
  },
  va: {
    part: "basics",
    label: "Assistant",
    help: "Who replies when nobody is mentioned.",
    control: { kind: "assistant" },
    input: "body",
  },
  model: {
    part: "basics",
    label: "Model",
    help: "Which model replies, unless the assistant always uses its own.",
    control: { kind: "model" },
    input: "body",
    initial: null,
  },
  instructions: {
    part: "answers",
    label: "Instructions",
    help: "What assistants do in this chat, besides what their own instructions say. Where the two differ, these count.",
    control: { kind: "text", longest: 10_000, rows: 4 },
    input: "body",
    initial: null,
  },
  temperature: {
    part: "answers",
    ...sampling.temperature,
    input: "body",
    initial: null,
  },
  reasoning_effort: {
    part: "answers",
    ...sampling.reasoning_effort,
    control: { kind: "choice", options: { "": "The assistant's", ...EFFORTS } },
    input: "body",
    initial: null,
  },
  max_output_tokens: {
    part: "answers",
    ...sampling.max_output_tokens,
    input: "body",
    initial: null,
  },
  tool_switches: {
    part: "answers",
    label: "Tools",
    help: "Tools that are turned off in this chat, and whether calculation is always on.",
    control: { kind: "tools" },
    input: "body",
    initial: {},
  },
  memo: {
    part: "basics",
    label: "Memo",
    help: "Notes that the assistant reads with every message.",
    control: { kind: "text", longest: 100_000, rows: 4 },
    input: "query",
  },
  mention_name: {
    part: "automation",
    label: "Mention name",
    help: "Lets people and programs reach this chat as @name.",
    control: { kind: "mention" },
    input: "query",
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
    input: "query",
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
    input: "query",
    parameter: "sorting_strategy",
  },
  canvas: {
    part: "advanced",
    label: "Canvas",
    help: "A text next to the thread that the assistant reads.",
    control: { kind: "text", longest: KB * KB, rows: 6 },
    input: "body",
  },
  extra: {
    part: "advanced",
    label: "Extra",
    help: "Further values, for programs and public chats.",
    control: { kind: "json" },
    input: "body",
  },
} as const satisfies Record<string, SettingDefinition>;

export type ChatSetting = keyof typeof settings;
type Rows = typeof settings;

export type SwitchSetting = {
  [S in ChatSetting]: Rows[S]["control"]["kind"] extends "switch" ? S : never;
}[ChatSetting];

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

export type Plain = { [S in ChatSetting]: Rows[S] extends { initial: unknown } ? S : never }[ChatSetting];
export const plainNames = listSettings([
  "global_memory",
  "chat_history",
  "search_in_chat",
  "search_in_workspace",
]).filter((setting): setting is Plain => "initial" in settings[setting]);

export type CopiedSetting = { [S in ChatSetting]: Rows[S] extends { isOwn: true } ? never : S }[ChatSetting];
export const isCopied = (setting: ChatSetting): setting is CopiedSetting => !("isOwn" in settings[setting]);
