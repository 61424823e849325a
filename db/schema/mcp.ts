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

export type StoredMcpTool = {
  name: string;
  title: string | null;
  description: string;
  parameters: Record<string, unknown>;
  /** Declared read-only by the server: runs without approval. */
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
  least: number | null;
  most: number | null;
};

export const mcpServers = pgTable(
  "mcp_servers",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    transport: text("transport").$type<"http" | "sse" | "command">().notNull().default("http"),
    url: text("url").notNull(),
    encryptedHeaders: text("encrypted_headers"),
    encryptedOauth: text("encrypted_oauth"),
    tools: jsonb("tools").$type<StoredMcpTool[]>().notNull().default([]),
    resources: jsonb("resources").$type<StoredMcpResource[]>().notNull().default([]),
    prompts: jsonb("prompts").$type<StoredMcpPrompt[]>().notNull().default([]),
    enabledTools: text("enabled_tools").array().notNull().default([]),
    isEnabled: boolean("is_enabled").notNull().default(true),
    error: text("error"),
    checkedAt: timestamptz("checked_at"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("mcp_servers_name").on(table.groupId, table.name)],
);

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

/** An elicitation: a form that a server requests while one of its tools runs. */
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
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    mcpServerId: integer("mcp_server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
    message: text("message").notNull(),
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
