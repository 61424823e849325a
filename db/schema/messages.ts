import { inArray, isNull, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  bigserial,
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
import type { RatingReason } from "@/lib/replies/ratings/settings";
import { users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";

export const userType = pgEnum("user_type", ["user", "assistant", "guest", "system"]);
export const messageType = pgEnum("message_type", ["message", "voice", "event"]);

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

export type StoredStep = {
  /** Absent in steps that earlier releases stored. */
  kind?: StepKind;
  label: string;
  description_md: string | null;
  order: number;
  created_at: string;
  right_text?: string;
  result?: string;
  failed?: boolean;
  canvas_page_id?: number;
};
export type StoredPlan = { text: string; state: "open" | "doing" | "done" | "dropped" }[];
export type StoredRegeneration = {
  model: string | null;
  instruction: string | null;
  isContinuation?: boolean;
};
export type StoredAttachment = { document_id: number; file_name: string; mime_type: string; size: number };

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
    id: bigserial("id", { mode: "number" }).primaryKey(),
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
    /** The message that a reply answers, or that a person's message quotes. */
    replyingToId: bigint("replying_to_id", { mode: "number" }).references((): AnyPgColumn => messages.id, {
      onDelete: "set null",
    }),
    /** ID of the first version of a question; all its versions have it, including the first. */
    versionOf: bigint("version_of", { mode: "number" }),
    /**
     * Set while this message is hidden because another version of a question is shown: the version that it belongs to,
     * possibly itself. Null: shown.
     */
    asideWithId: bigint("aside_with_id", { mode: "number" }).references((): AnyPgColumn => messages.id, {
      onDelete: "cascade",
    }),
    /** The original of an unmodified copy in a branched chat. */
    copiedFrom: bigint("copied_from", { mode: "number" }),
    taskId: text("task_id"),
    llmTraceId: text("llm_trace_id"),
    memoryId: text("memory_id"),
    /**
     * True when the inserting statement updated the chat (`db/unread-counts.ts`); otherwise the trigger `note_message`
     * updates it.
     */
    isNoted: boolean("is_noted").notNull().default(false),
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
    // For searches with filters.
    index("messages_of_chat_by_time").on(table.chatId, table.createdAt),
    index("messages_with_files").on(table.chatId).where(sql`attachments is not null`),
    index("messages_replies").on(table.replyingToId).where(sql`replying_to_id is not null`),
    index("messages_versions").on(table.versionOf).where(sql`version_of is not null`),
    index("messages_aside").on(table.asideWithId).where(sql`aside_with_id is not null`),
    // Replies that left a question unanswered, for reports of public chats.
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

/** Excludes hidden versions; applies to readers, models, counts and searches. */
export const isShown = isNull(messages.asideWithId);

/**
 * Selects messages that count: of several replies shown side by side, only the first until one is chosen. Applies to
 * histories, summaries, exports, copies and unread counts. `note_message` in the migrations repeats this condition.
 */
export const isCounted = sql`coalesce(${messages.extra} #> '{comparison,position}', '0') = '0'`;

export const messageReactions = pgTable(
  "message_reactions",
  {
    messageId: bigint("message_id", { mode: "number" })
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

/** A reply run for one message, identified on the wire by `streaming_task_id`. Kept for 24 hours. */
export const streamingTasks = pgTable(
  "streaming_tasks",
  {
    id: uuid("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userMessageId: bigint("user_message_id", { mode: "number" })
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /**
     * The user who asked, whose permissions the replies have; null: not a member of the group. Without a foreign key:
     * permissions are checked when the replies are generated, so a deleted user has none.
     */
    askedBy: integer("asked_by"),
    assistantIds: integer("assistant_ids").array().notNull(),
    model: text("model"),
    position: integer("position").notNull().default(0),
    isSync: boolean("is_sync").notNull().default(false),
    replaces: bigint("replaces", { mode: "number" }).array().notNull().default([]),
    regeneration: jsonb("regeneration").$type<StoredRegeneration>(),
    status: streamingStatus("status").notNull().default("queued"),
    /**
     * Position in the streamed text at which the valid part starts; it increases when a reply restarts after a crash.
     */
    startIdx: integer("start_idx").notNull().default(0),
    attempt: integer("attempt").notNull().default(0),
    messageIds: bigint("message_ids", { mode: "number" }).array().notNull().default([]),
    steps: jsonb("steps").$type<StoredStep[]>().notNull().default([]),
    error: text("error"),
    isStopAsked: boolean("is_stop_asked").notNull().default(false),
    isPauseAsked: boolean("is_pause_asked").notNull().default(false),
    plan: jsonb("plan").$type<StoredPlan>(),
    /** The running process and its last heartbeat; a run whose heartbeat expires is taken over. */
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

export const isOpenRun = inArray(streamingTasks.status, ["queued", "running"]);

/** Streamed text of a run. `idx` is the position after a chunk's last character, counted across all attempts. */
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
 * A checkpoint after each agent step: the model's output and the tool results. An abandoned reply resumes after its
 * last checkpoint.
 */
export const replyRounds = pgTable(
  "reply_rounds",
  {
    taskId: uuid("task_id")
      .notNull()
      .references(() => streamingTasks.id, { onDelete: "cascade" }),
    assistantPosition: integer("assistant_position").notNull(),
    round: integer("round").notNull(),
    turns: jsonb("turns").$type<unknown[]>().notNull(),
    state: jsonb("state").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.assistantPosition, table.round] })],
);

/** Messages that a person sends to a reply in progress; the model receives them with its next step. */
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

/** Ratings of replies by members of the chat. Visitors' ratings are in `replyRatings`. */
export const memberRatings = pgTable(
  "member_ratings",
  {
    messageId: bigint("message_id", { mode: "number" })
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    isGood: boolean("is_good").notNull(),
    reason: text("reason").$type<RatingReason>(),
    comment: text("comment"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.messageId, table.userId] }),
    index("member_ratings_of_user").on(table.userId),
    index("member_ratings_of_assistant").on(table.virtualAssistantId, table.createdAt),
  ],
);
