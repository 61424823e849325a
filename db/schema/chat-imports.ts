import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgEnum, pgTable, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";

export const chatImportState = pgEnum("chat_import_state", ["running", "completed", "failed", "cancelled"]);

/** A chat that was not imported, and a sentence that says why. */
export type ImportFailure = { title: string; reason: string };

/** A file of chats from another product that is being imported, or was. */
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
    /** Null once it is over: the file goes then. */
    storageKey: text("storage_key"),
    format: text("format").notNull(),
    state: chatImportState("state").notNull().default("running"),
    /** How many chats the file has; null until they are counted. */
    found: integer("found"),
    /** How many of them have been looked at: what a run goes on with after a crash. */
    passed: integer("passed").notNull().default(0),
    imported: integer("imported").notNull().default(0),
    /** Were there already. */
    skipped: integer("skipped").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    /** The first of those that failed. */
    failures: jsonb("failures").$type<ImportFailure[]>().notNull().default([]),
    /** The first of those that were imported. */
    chatIds: integer("chat_ids").array().notNull().default([]),
    /** Why the whole import failed, a sentence. */
    error: text("error"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    index("chat_imports_of_user").on(table.userId, table.groupId, table.id),
    index("chat_imports_storage").on(table.storageKey).where(sql`storage_key is not null`),
  ],
);
