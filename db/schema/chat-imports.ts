import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgEnum, pgTable, serial, text, uuid } from "drizzle-orm/pg-core";
import type { ImportPart } from "@/lib/knowledge/imports/operations";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats, chatWorkspaces } from "./chats";
import { createdAt, timestamptz } from "./columns";

export const chatImportState = pgEnum("chat_import_state", [
  "running",
  "completed",
  "failed",
  "cancelled",
  "ready",
]);

export type ImportFailure = { title: string; reason: string };
export type ImportContents = Record<ImportPart, number> & { from: string | null; until: string | null };

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
    files: integer("files").notNull().default(0),
    // Files that were read, attached or not, and their bytes.
    filesRead: integer("files_read").notNull().default(0),
    fileBytes: bigint("file_bytes", { mode: "number" }).notNull().default(0),
    projects: integer("projects").notNull().default(0),
    assistants: integer("assistants").notNull().default(0),
    leftOut: integer("left_out").notNull().default(0),
    // Number of projects and assistants that were read; null: all of them.
    recordsPassed: integer("records_passed").default(0),
    // What the file holds; null until it was counted.
    contents: jsonb("contents").$type<ImportContents>(),
    // The parts to import; null while the person has not chosen.
    parts: jsonb("parts").$type<ImportPart[]>().default(["chats", "files", "projects", "assistants"]),
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

export type ImportOutcome = "imported" | "skipped" | "left_out";

// The report of an import: a row for everything that the file has, except for chats that were imported before and for
// files that were imported with their chat.
export const chatImportItems = pgTable(
  "chat_import_items",
  {
    id: serial("id").primaryKey(),
    importId: integer("import_id")
      .notNull()
      .references(() => chatImports.id, { onDelete: "cascade" }),
    kind: text("kind").$type<"chat" | "file" | "project" | "assistant">().notNull(),
    outcome: text("outcome").$type<ImportOutcome>().notNull(),
    title: text("title").notNull(),
    reason: text("reason"),
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "set null" }),
    chatWorkspaceId: integer("chat_workspace_id").references(() => chatWorkspaces.id, {
      onDelete: "set null",
    }),
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
  },
  (table) => [
    index("chat_import_items_of_import").on(table.importId, table.outcome, table.id),
    index("chat_import_items_of_chat").on(table.chatId).where(sql`chat_id is not null`),
    index("chat_import_items_of_workspace")
      .on(table.chatWorkspaceId)
      .where(sql`chat_workspace_id is not null`),
    index("chat_import_items_of_assistant")
      .on(table.virtualAssistantId)
      .where(sql`virtual_assistant_id is not null`),
  ],
);
