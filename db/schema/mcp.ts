import {
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats } from "./chats";
import { createdAt, timestamptz, updatedAt } from "./columns";
import { streamingTasks } from "./messages";

/** A tool of an MCP server as it was last listed. */
export type StoredMcpTool = {
  name: string;
  title: string | null;
  description: string;
  parameters: Record<string, unknown>;
  /** The server says that it changes nothing: it is used without asking. */
  is_read_only: boolean;
};

export type StoredMcpResource = {
  uri: string;
  name: string;
  title: string | null;
  description: string | null;
  mime_type: string | null;
};
export type StoredMcpPrompt = {
  name: string;
  title: string | null;
  description: string | null;
  arguments: { name: string; description: string | null; is_required: boolean }[];
};

export type StoredMcpValue = string | number | boolean | string[];
/** A field of a form that a server asks to be filled in. */
export type StoredMcpField = {
  name: string;
  title: string;
  description: string | null;
  kind:
    | "text"
    | "email"
    | "url"
    | "date"
    | "datetime"
    | "number"
    | "integer"
    | "switch"
    | "choice"
    | "choices";
  is_required: boolean;
  options: { value: string; label: string }[];
  initial: StoredMcpValue | null;
  /** Of a number, of the length of a text, or of how many are chosen. */
  least: number | null;
  most: number | null;
};

/** An MCP server that an admin connected to a group. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** How it is spoken to. A `command` is one that the operator's configuration names. */
    transport: text("transport").$type<"http" | "sse" | "command">().notNull().default("http"),
    /** Its address, or the name of its command. */
    url: text("url").notNull(),
    /** The headers that it wants, a JSON object, sealed. */
    encryptedHeaders: text("encrypted_headers"),
    /** What is known of the sign-in to it (`lib/conversation/mcp/oauth`), sealed. */
    encryptedOauth: text("encrypted_oauth"),
    tools: jsonb("tools").$type<StoredMcpTool[]>().notNull().default([]),
    /** What it offers to read and to begin with, as last listed. */
    resources: jsonb("resources").$type<StoredMcpResource[]>().notNull().default([]),
    prompts: jsonb("prompts").$type<StoredMcpPrompt[]>().notNull().default([]),
    /** The names of the tools that assistants may use. */
    enabledTools: text("enabled_tools").array().notNull().default([]),
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** Why it could not be reached last time. */
    error: text("error"),
    checkedAt: timestamptz("checked_at"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("mcp_servers_name").on(table.groupId, table.name)],
);

/** The assistants that use a server. */
export const assistantMcpServers = pgTable(
  "assistant_mcp_servers",
  {
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    mcpServerId: integer("mcp_server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.virtualAssistantId, table.mcpServerId] }),
    index("assistant_mcp_servers_of_server").on(table.mcpServerId),
  ],
);

export const approvalState = pgEnum("approval_state", ["waiting", "allowed", "refused"]);

/** A tool that writes asks the person first: one question of a running reply. */
export const toolApprovals = pgTable(
  "tool_approvals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    streamingTaskId: uuid("streaming_task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** Who asked, and so may allow it. */
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mcpServerId: integer("mcp_server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
    tool: text("tool").notNull(),
    input: jsonb("input").$type<Record<string, unknown>>().notNull(),
    state: approvalState("state").notNull().default("waiting"),
    createdAt: createdAt(),
    decidedAt: timestamptz("decided_at"),
  },
  (table) => [
    index("tool_approvals_of_task").on(table.streamingTaskId),
    index("tool_approvals_of_chat").on(table.chatId, table.state),
    index("tool_approvals_of_user").on(table.userId),
    index("tool_approvals_of_server").on(table.mcpServerId),
  ],
);

/** What a person allowed in a chat once and for all. */
export const standingApprovals = pgTable(
  "standing_approvals",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mcpServerId: integer("mcp_server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
    tool: text("tool").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.userId, table.mcpServerId, table.tool] }),
    index("standing_approvals_of_user").on(table.userId),
    index("standing_approvals_of_server").on(table.mcpServerId),
  ],
);

export const mcpQuestionState = pgEnum("mcp_question_state", ["waiting", "answered", "declined"]);

/** What a server asks the person while one of its tools runs (an elicitation): a form in the thread. */
export const mcpQuestions = pgTable(
  "mcp_questions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    streamingTaskId: uuid("streaming_task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** Who asked the assistant, and so may answer. */
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mcpServerId: integer("mcp_server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
    message: text("message").notNull(),
    /** What the form asks for. */
    fields: jsonb("fields").$type<StoredMcpField[]>().notNull(),
    state: mcpQuestionState("state").notNull().default("waiting"),
    answer: jsonb("answer").$type<Record<string, StoredMcpValue>>(),
    createdAt: createdAt(),
    decidedAt: timestamptz("decided_at"),
  },
  (table) => [
    index("mcp_questions_of_task").on(table.streamingTaskId),
    index("mcp_questions_of_chat").on(table.chatId, table.state),
    index("mcp_questions_of_user").on(table.userId),
    index("mcp_questions_of_server").on(table.mcpServerId),
  ],
);
