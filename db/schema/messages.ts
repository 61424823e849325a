import { inArray, isNull, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import { users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";

export const userType = pgEnum("user_type", ["user", "assistant", "guest", "system"]);
export const messageType = pgEnum("message_type", ["message", "voice", "event"]);

/** What a step of a reply does. */
export type StepKind =
  | "thought"
  | "search"
  | "read"
  | "write"
  | "memory"
  | "schedule"
  | "tool"
  | "assistant"
  | "direction";

/** A step that a reply shows while it works, as the contract's ReasoningStep without its null fields. */
export type StoredStep = {
  /** Absent in steps of before it was kept. */
  kind?: StepKind;
  label: string;
  description_md: string | null;
  order: number;
  created_at: string;
  /** Of a tool that has run: how long that took, what came of it, and whether it failed. */
  right_text?: string;
  result?: string;
  failed?: boolean;
  /** The page of the canvas that it read or wrote. */
  canvas_page_id?: number;
};
/** What an assistant means to do for a reply, step by step. */
export type StoredPlan = { text: string; state: "open" | "doing" | "done" | "dropped" }[];
export type StoredAttachment = { document_id: number; file_name: string; mime_type: string; size: number };

/** A message as a document shows it: printed, or shared by a link. */
export type PrintedMessage = {
  author: string;
  text: string;
  created_at: string;
  edited: boolean;
  files: string[];
};

export const messages = pgTable(
  "messages",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userType: userType("user_type").notNull(),
    type: messageType("type").notNull().default("message"),
    text: text("text").notNull(),
    fromUserId: integer("from_user_id").references(() => users.id, { onDelete: "set null" }),
    fromVirtualAssistantId: integer("from_virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    /** For a reply: the message that it answers. For a person's message: the one that it quotes. */
    replyingToId: integer("replying_to_id").references((): AnyPgColumn => messages.id, {
      onDelete: "set null",
    }),
    /** Of a question that has other versions: the first of them, which names them all, itself included. */
    versionOf: integer("version_of"),
    /**
     * Set aside with this version of a question, itself included: another one is shown, with what came after that.
     * Null: shown.
     */
    asideWithId: integer("aside_with_id").references((): AnyPgColumn => messages.id, { onDelete: "cascade" }),
    /** Of a copy in a branched chat that is as it was copied: the message that was copied first. */
    copiedFrom: integer("copied_from"),
    taskId: text("task_id"),
    llmTraceId: text("llm_trace_id"),
    memoryId: text("memory_id"),
    isIndexed: boolean("is_indexed").notNull().default(false),
    isEdited: boolean("is_edited").notNull().default(false),
    extra: jsonb("extra").$type<Record<string, unknown>>(),
    reasoningSteps: jsonb("reasoning_steps").$type<StoredStep[]>().notNull().default([]),
    attachments: jsonb("attachments").$type<StoredAttachment[]>(),
    createdAt: createdAt(),
    processedAt: timestamptz("processed_at"),
  },
  (table) => [
    index("messages_of_chat").on(table.chatId, table.id),
    index("messages_replies").on(table.replyingToId).where(sql`replying_to_id is not null`),
    index("messages_versions").on(table.versionOf).where(sql`version_of is not null`),
    index("messages_aside").on(table.asideWithId).where(sql`aside_with_id is not null`),
    // Replies that left a question open, which reports of public chats look for.
    index("messages_unanswered")
      .on(table.chatId)
      .where(sql`user_type = 'assistant' and (extra ? 'error' or extra ? 'found_nothing')`),
    index("messages_of_user").on(table.fromUserId).where(sql`from_user_id is not null`),
    index("messages_to_index").on(table.id).where(sql`not is_indexed`),
    index("messages_of_assistant")
      .on(table.fromVirtualAssistantId, table.chatId)
      .where(sql`from_virtual_assistant_id is not null`),
  ],
);

/** What readers, models, counts and searches get of a chat: not the versions of it that are set aside. */
export const isShown = isNull(messages.asideWithId);

/**
 * What counts of what is shown: of several replies side by side the first, until one is kept. Histories, summaries,
 * exports, copies and numbers of unread messages have no other. `note_message` in the migrations says the same.
 */
export const isCounted = sql`coalesce(${messages.extra} #> '{comparison,position}', '0') = '0'`;

/** An emoji that a person put on a message. */
export const messageReactions = pgTable(
  "message_reactions",
  {
    messageId: integer("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    emoji: text("emoji").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId, table.emoji] }),
    index("message_reactions_of_user").on(table.userId),
  ],
);

export const streamingStatus = pgEnum("streaming_status", [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
]);

/** One run of the replies to one message: what a `streaming_task_id` names. Kept 24 hours. */
export const streamingTasks = pgTable(
  "streaming_tasks",
  {
    id: uuid("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userMessageId: integer("user_message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /**
     * Who asked: whose eyes the replies have. Null: nobody of the group. No foreign key: it opens nothing for one who
     * is gone, since what they may see is asked when the replies are made.
     */
    askedBy: integer("asked_by"),
    /** Who replies, in this order. */
    assistantIds: integer("assistant_ids").array().notNull(),
    /** The model that is asked instead of the chat's, where several answer one message side by side; and its place among them. */
    model: text("model"),
    position: integer("position").notNull().default(0),
    /** The request that asked for it waits for it. */
    isSync: boolean("is_sync").notNull().default(false),
    /** The earlier replies that this run replaces (a retry). */
    replaces: integer("replaces").array().notNull().default([]),
    status: streamingStatus("status").notNull().default("queued"),
    /** Where the text that counts begins: it moves when a reply is begun anew after a crash. */
    startIdx: integer("start_idx").notNull().default(0),
    attempt: integer("attempt").notNull().default(0),
    messageIds: integer("message_ids").array().notNull().default([]),
    steps: jsonb("steps").$type<StoredStep[]>().notNull().default([]),
    error: text("error"),
    isStopAsked: boolean("is_stop_asked").notNull().default(false),
    isPauseAsked: boolean("is_pause_asked").notNull().default(false),
    /** The plan of the reply in progress, as it is ticked off. */
    plan: jsonb("plan").$type<StoredPlan>(),
    /** The process that runs it, and when that process last said so: a run without a heartbeat is taken over. */
    owner: text("owner"),
    heartbeatAt: timestamptz("heartbeat_at"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    index("streaming_tasks_of_chat").on(table.chatId, table.createdAt),
    uniqueIndex("streaming_tasks_of_message")
      .on(table.userMessageId, table.position)
      .where(sql`status in ('queued', 'running')`),
    index("streaming_tasks_open").on(table.heartbeatAt).where(sql`status in ('queued', 'running')`),
    index("streaming_tasks_age").on(table.createdAt),
  ],
);

/** Of a run that is not over: it waits, or replies are being written. */
export const isOpenRun = inArray(streamingTasks.status, ["queued", "running"]);

/** The text of a run, a piece a row. `idx` is the position behind its last character, counted over all attempts. */
export const streamingChunks = pgTable(
  "streaming_chunks",
  {
    taskId: uuid("task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    idx: integer("idx").notNull(),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.idx] })],
);

/**
 * A finished round of a reply: what the model asked for and was told. A reply that its process left behind goes on
 * behind the last one.
 */
export const replyRounds = pgTable(
  "reply_rounds",
  {
    taskId: uuid("task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    /** The place of the assistant among those who reply. */
    assistantPosition: integer("assistant_position").notNull(),
    round: integer("round").notNull(),
    /** The turns that it added, as models get them. */
    turns: jsonb("turns").$type<unknown[]>().notNull(),
    /** What else it added: text, sources, use. */
    state: jsonb("state").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.assistantPosition, table.round] })],
);

/** What a person says to a reply while it is being made; told to the model with its next round. */
export const replyDirections = pgTable(
  "reply_directions",
  {
    id: serial("id").primaryKey(),
    taskId: uuid("task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    createdAt: createdAt(),
    takenAt: timestamptz("taken_at"),
  },
  (table) => [
    index("reply_directions_of_task").on(table.taskId, table.id),
    index("reply_directions_of_user").on(table.userId),
  ],
);
