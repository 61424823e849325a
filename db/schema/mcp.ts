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

/** An MCP server (streamable HTTP) that an admin connected to a group. */
export const mcpServers = pgTable(
  "mcp_servers",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    url: text("url").notNull(),
    /** The headers that it wants, a JSON object, sealed. */
    encryptedHeaders: text("encrypted_headers"),
    /** What is known of the sign-in to it (`lib/conversation/mcp/oauth`), sealed. */
    encryptedOauth: text("encrypted_oauth"),
    tools: jsonb("tools").$type<StoredMcpTool[]>().notNull().default([]),
    /** The names of those that assistants may use. */
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
