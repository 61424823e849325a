import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";
import { messages } from "./messages";

export const recordingStatus = pgEnum("recording_status", [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
]);

export type TranscribedPart = { text: string; isDraft: boolean; isEnglish: boolean };

export const voiceRecordings = pgTable(
  "voice_recordings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Idempotency key of the upload request, so that a retry doesn't store the recording twice. */
    requestKey: text("request_key"),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    translate: boolean("translate").notNull(),
    models: text("models").array(),
    replyingToId: bigint("replying_to_id", { mode: "number" }),
    status: recordingStatus("status").notNull().default("queued"),
    seconds: integer("seconds"),
    parts: integer("parts"),
    /** Transcriptions by part number from 1, which are reused after a restart. */
    heard: jsonb("heard").$type<Record<string, TranscribedPart>>().notNull().default({}),
    messageId: bigint("message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "set null",
    }),
    streamingTaskId: text("streaming_task_id"),
    fault: text("fault"),
    error: text("error"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    uniqueIndex("voice_recordings_request").on(table.userId, table.chatId, table.requestKey),
    index("voice_recordings_of_chat").on(table.chatId),
    index("voice_recordings_open").on(table.groupId, table.userId).where(sql`finished_at is null`),
    index("voice_recordings_storage").on(table.storageKey).where(sql`finished_at is null`),
    index("voice_recordings_of_message").on(table.messageId).where(sql`message_id is not null`),
    index("voice_recordings_age").on(table.createdAt),
  ],
);
