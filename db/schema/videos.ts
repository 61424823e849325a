import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";
import { documents } from "./documents";

export const conversionStatus = pgEnum("conversion_status", [
  "waiting",
  "running",
  "completed",
  "failed",
  "cancelled",
]);

/** A video conversion to text, in progress or completed. Its ID is that of the streaming task that reports progress. */
export const videoConversions = pgTable(
  "video_conversions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").$type<"analysis" | "text">().notNull(),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "set null" }),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type").notNull(),
    storageKey: text("storage_key").notNull(),
    method: text("method").$type<"full_video" | "frames_plus_audio">().notNull(),
    model: text("model"),
    extraInstructions: text("extra_instructions"),
    /** Audio tracks to transcribe: `all`, a number or a language; null: the default track. */
    audioTrack: text("audio_track"),
    status: conversionStatus("status").notNull().default("waiting"),
    stage: text("stage"),
    part: integer("part"),
    parts: integer("parts"),
    percent: integer("percent"),
    /** Results of finished steps by name, which are reused after a restart. */
    found: jsonb("found").$type<Record<string, unknown>>().notNull().default({}),
    usedMethod: text("used_method").$type<"full_video" | "frames_plus_audio">(),
    text: text("text"),
    fault: text("fault"),
    error: text("error"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    index("video_conversions_of_user").on(table.groupId, table.userId, table.createdAt),
    index("video_conversions_storage").on(table.storageKey),
    index("video_conversions_of_document").on(table.documentId),
    index("video_conversions_unfinished").on(table.createdAt).where(sql`finished_at is null`),
  ],
);
