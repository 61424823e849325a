import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";

export const chatImportState = pgEnum("chat_import_state", ["running", "completed", "failed", "cancelled"]);

export type ImportFailure = { title: string; reason: string };

export const chatImports = pgTable(
  "chat_imports",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    size: integer("size").notNull(),
    /** Null once completed, when the file is deleted. */
    storageKey: text("storage_key"),
    format: text("format").notNull(),
    state: chatImportState("state").notNull().default("running"),
    found: integer("found"),
    /** Number of processed chats, from which a run resumes after a crash. */
    passed: integer("passed").notNull().default(0),
    imported: integer("imported").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    failures: jsonb("failures").$type<ImportFailure[]>().notNull().default([]),
    chatIds: integer("chat_ids").array().notNull().default([]),
    error: text("error"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    index("chat_imports_of_user").on(table.userId, table.groupId, table.id),
    index("chat_imports_storage").on(table.storageKey).where(sql`storage_key is not null`),
  ],
);
