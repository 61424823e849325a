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

/** A video that is being turned into text, or was. Its id is the streaming task's whose stream tells of it. */
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
    /** `analysis` is free text, `text` has the five headings. */
    kind: text("kind").$type<"analysis" | "text">().notNull(),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "set null" }),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type").notNull(),
    storageKey: text("storage_key").notNull(),
    method: text("method").$type<"full_video" | "frames_plus_audio">().notNull(),
    model: text("model"),
    extraInstructions: text("extra_instructions"),
    /** Which sound tracks are heard: `all`, a number or a language; null for the main one. */
    audioTrack: text("audio_track"),
    status: conversionStatus("status").notNull().default("waiting"),
    /** What is being done, and which part of how many. */
    stage: text("stage"),
    part: integer("part"),
    parts: integer("parts"),
    /** Of what is being done, where that is known. */
    percent: integer("percent"),
    /** What finished steps have found, by their names: they are not done again after a restart. */
    found: jsonb("found").$type<Record<string, unknown>>().notNull().default({}),
    usedMethod: text("used_method").$type<"full_video" | "frames_plus_audio">(),
    text: text("text"),
    /** Why it failed: the kind of the error, and a sentence for a person. */
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
