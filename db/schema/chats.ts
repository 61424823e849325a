import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
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
import type { WorkspaceColor } from "@/lib/chat/workspaces/settings";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import type { Effort } from "@/lib/llm/sampling/settings";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { createdAt, timestamptz, updatedAt } from "./columns";
import { tasks } from "./tasks";

export const chatType = pgEnum("chat_type", ["private", "group", "direct"]);
export const pageType = pgEnum("page_type", ["chat", "canvas", "documents"]);
export const chatPlace = pgEnum("chat_place", ["list", "workspace", "sub_chat", "temp"]);
export const chatRole = pgEnum("chat_role", ["owner", "admin", "member"]);
export const chatSortingStrategy = pgEnum("chat_sorting_strategy", [
  "automatically",
  "manually",
  "by_name",
  "by_created_at",
]);

export const chatWorkspaces = pgTable(
  "chat_workspaces",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    /** Followed by replies in the chats of the workspace. */
    instructions: text("instructions").notNull().default(""),
    /** The assistant and the model of new chats; null: the group's defaults. */
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    model: text("model"),
    /** An emoji. */
    icon: text("icon"),
    color: text("color").$type<WorkspaceColor>(),
    isArchived: boolean("is_archived").notNull().default(false),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("creator"),
    /** The people chosen when `usableBy` is `people`. */
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
    // Identifies an imported project in the other product.
    importKey: text("import_key"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("chat_workspaces_imported")
      .on(table.createdBy, table.groupId, table.importKey)
      .where(sql`import_key is not null`),
    index("chat_workspaces_of_group").on(table.groupId, table.name),
    index("chat_workspaces_of_assistant").on(table.virtualAssistantId),
  ],
);

export const chats = pgTable(
  "chats",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Generated names never replace a name set by a user. */
    isNamedByPerson: boolean("is_named_by_person").notNull().default(false),
    chatType: chatType("chat_type").notNull().default("private"),
    pageType: pageType("page_type").notNull().default("chat"),
    isPublic: boolean("is_public").notNull().default(false),
    /** Incremented when the chat is unpublished, which invalidates sessions of earlier epochs. */
    publicEpoch: integer("public_epoch").notNull().default(0),
    goal: text("goal"),
    memo: text("memo"),
    canvas: text("canvas"),
    summary: text("summary"),
    /** Normalized name and summary for search, joined by a character that neither contains. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`fold(name) || chr(1) || coalesce(fold(summary), '')`,
    ),
    mentionName: text("mention_name"),
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    /** Overrides the assistants' model, in the format of `virtualAssistants.model`. */
    model: text("model"),
    /** Sampling parameters (`lib/llm/sampling/settings.ts`); null: the assistant's. */
    temperature: doublePrecision("temperature"),
    reasoningEffort: text("reasoning_effort").$type<Effort>(),
    maxOutputTokens: integer("max_output_tokens"),
    toolSwitches: jsonb("tool_switches").$type<Record<string, boolean>>().notNull().default({}),
    instructions: text("instructions"),
    chatWorkspaceId: integer("chat_workspace_id").references(() => chatWorkspaces.id, {
      onDelete: "set null",
    }),
    parentChatId: integer("parent_chat_id").references((): AnyPgColumn => chats.id, { onDelete: "set null" }),
    temp: boolean("temp").notNull().default(false),
    globalMemory: boolean("global_memory").notNull().default(false),
    chatHistory: boolean("chat_history").notNull().default(true),
    searchInChat: boolean("search_in_chat").notNull().default(true),
    searchInWorkspace: boolean("search_in_workspace").notNull().default(false),
    searchInDocuments: boolean("search_in_documents").notNull().default(true),
    inheritContextFromParent: boolean("inherit_context_from_parent").notNull().default(false),
    summaryEnabled: boolean("summary_enabled").notNull().default(false),
    documentsAndCollectionsEnabled: boolean("documents_and_collections_enabled").notNull().default(true),
    scheduledJobsEnabled: boolean("scheduled_jobs_enabled").notNull().default(false),
    emailIntegrationEnabled: boolean("email_integration_enabled").notNull().default(false),
    subChatSortingStrategy: chatSortingStrategy("sub_chat_sorting_strategy"),
    extra: jsonb("extra").$type<Record<string, unknown>>().notNull().default({}),
    sourceTaskId: integer("source_task_id").references((): AnyPgColumn => tasks.id, { onDelete: "set null" }),
    sourceTaskVersion: integer("source_task_version"),
    /** Identifies a creator's only chat for a purpose: `assistant:3`, `action:5`. */
    standingKey: text("standing_key"),
    /** Identifies an imported chat in the other product: `chatgpt:6f1c…`. */
    importKey: text("import_key"),
    importedBytes: integer("imported_bytes").notNull().default(0),
    branchedFromChatId: integer("branched_from_chat_id").references((): AnyPgColumn => chats.id, {
      onDelete: "set null",
    }),
    /** Without a foreign key, because the message may have been deleted. */
    branchedFromMessageId: bigint("branched_from_message_id", { mode: "number" }),
    summarizedThroughId: bigint("summarized_through_id", { mode: "number" }),
    /** Replies see the summary in place of the messages up to this one. */
    compactedThroughId: bigint("compacted_through_id", { mode: "number" }),
    /** Number of messages ever added that count as unread for members other than their author. */
    countedMessages: integer("counted_messages").notNull().default(0),
    /**
     * Incremented when messages are removed or begin to count as unread; the unread messages of each member are then
     * counted again.
     */
    unreadEpoch: integer("unread_epoch").notNull().default(0),
    /**
     * True for a chat with many members: a new message updates only its author's row, and each other member's row is
     * updated when that member reads (`db/unread-counts.ts`).
     */
    isLarge: boolean("is_large").notNull().default(false),
    lastMessageId: bigint("last_message_id", { mode: "number" }),
    lastMessageText: text("last_message_text"),
    lastMessageUserType: text("last_message_user_type"),
    lastMessageAt: timestamptz("last_message_at"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    lastActivityAt: timestamptz("last_activity_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("chats_mention").on(table.groupId, table.mentionName),
    // Also used to list the visitors' conversations of a public chat by date.
    index("chats_of_parent").on(table.parentChatId, table.createdAt),
    // Chats that visitors may have written to.
    index("chats_public").on(table.groupId).where(sql`is_public or public_epoch > 0`),
    index("chats_of_workspace").on(table.chatWorkspaceId),
    index("chats_of_assistant").on(table.virtualAssistantId, table.id),
    index("chats_of_task").on(table.sourceTaskId),
    index("chats_branched_from").on(table.branchedFromChatId).where(sql`branched_from_chat_id is not null`),
    uniqueIndex("chats_standing").on(table.createdBy, table.groupId, table.standingKey),
    uniqueIndex("chats_imported")
      .on(table.createdBy, table.groupId, table.importKey)
      .where(sql`import_key is not null`),
    // No index covers the columns that every message updates, so that PostgreSQL can use HOT updates.
    index("chats_temp").on(table.id).where(sql`temp`),
    index("chats_search").using("gin", sql`search_text gin_trgm_ops`),
  ],
);

/** A summary being written to replace the earlier messages in what replies see; deleted when it is in use. */
export const chatCompactions = pgTable("chat_compactions", {
  chatId: integer("chat_id")
    .primaryKey()
    .references(() => chats.id, { onDelete: "cascade" }),
  /** Distinguishes a compaction from a cancelled one of the same chat. */
  runId: uuid("run_id").notNull().defaultRandom(),
  throughId: bigint("through_id", { mode: "number" }).notNull(),
  doneThroughId: bigint("done_through_id", { mode: "number" }).notNull(),
  totalMessages: integer("total_messages").notNull(),
  doneMessages: integer("done_messages").notNull().default(0),
  summary: text("summary"),
  /** Hash of all messages up to `throughId` when the compaction began. */
  messagesHash: text("messages_hash").notNull(),
  error: text("error").$type<"model_failed" | "messages_changed">(),
  createdAt: createdAt(),
});

export const chatMembers = pgTable(
  "chat_members",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: uuid("group_id").notNull(),
    role: chatRole("role").notNull(),
    isStarred: boolean("is_starred").notNull().default(false),
    isArchived: boolean("is_archived").notNull().default(false),
    isMuted: boolean("is_muted").notNull().default(false),
    position: integer("position"),
    unreadCount: integer("unread_count").notNull().default(0),
    lastReadMessageId: bigint("last_read_message_id", { mode: "number" }),
    /** Copied from the chat, so that one index serves a member's list in its default order. */
    lastActivityAt: timestamptz("last_activity_at").notNull().defaultNow(),
    joinedAt: timestamptz("joined_at").notNull().defaultNow(),
    /** The chat's `counted_messages` and `unread_epoch` at the last update of `unread_count` and `last_activity_at`. */
    countedMessages: integer("counted_messages").notNull().default(0),
    unreadEpoch: integer("unread_epoch").notNull().default(0),
    isLarge: boolean("is_large").notNull().default(false),
    // Filter and sort columns, copied from the chat by triggers only, so that a page is found and counted with one
    // index.
    place: chatPlace("place").notNull().default("list"),
    chatType: chatType("chat_type").notNull().default("private"),
    virtualAssistantId: integer("virtual_assistant_id"),
    chatWorkspaceId: integer("chat_workspace_id"),
    nameKey: text("name_key").notNull().default(""),
  },
  (table) => {
    const mine = [table.userId, table.groupId, table.isArchived] as const;
    const latest = [table.isStarred, table.lastActivityAt, table.chatId] as const;
    const filters = [table.place, table.chatType, table.virtualAssistantId] as const;
    return [
      primaryKey({ columns: [table.chatId, table.userId] }),
      // One index per sort order, and one for unread chats.
      index("chat_members_list").on(...mine, ...latest, ...filters),
      index("chat_members_manually").on(
        ...mine,
        table.position,
        table.isStarred.desc().nullsFirst(),
        table.lastActivityAt.desc().nullsFirst(),
        table.chatId.desc().nullsFirst(),
        ...filters,
      ),
      index("chat_members_by_name").on(
        ...mine,
        table.nameKey,
        table.chatId.desc().nullsFirst(),
        ...filters,
        table.isStarred,
      ),
      index("chat_members_by_creation").on(...mine, table.chatId, ...filters, table.isStarred),
      index("chat_members_in_workspace")
        .on(table.userId, table.groupId, table.chatWorkspaceId, table.isArchived, table.place)
        .where(sql`chat_workspace_id is not null`),
      index("chat_members_large").on(table.userId, table.groupId, table.chatId).where(sql`is_large`),
      index("chat_members_unread")
        .on(...mine, ...latest, ...filters, table.unreadCount)
        .where(sql`unread_count > 0`),
    ];
  },
);

/** The people whom a chat gets that is created from a version of a task. */
export const taskMembers = pgTable(
  "task_members",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Their role in the chat that was saved. */
    role: chatRole("role").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.number, table.userId] }),
    index("task_members_of_user").on(table.userId),
  ],
);

/**
 * Personal tags of chats, deleted with the membership. In a separate table, because every message updates the
 * rows of the chat's members and would have to update a tag index as well.
 */
export const chatTags = pgTable(
  "chat_tags",
  {
    chatId: integer("chat_id").notNull(),
    userId: integer("user_id").notNull(),
    groupId: uuid("group_id").notNull(),
    tag: text("tag").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.userId, table.tag] }),
    foreignKey({
      columns: [table.chatId, table.userId],
      foreignColumns: [chatMembers.chatId, chatMembers.userId],
    }).onDelete("cascade"),
    index("chat_tags_of_person").on(table.userId, table.groupId, table.tag, table.chatId),
  ],
);
