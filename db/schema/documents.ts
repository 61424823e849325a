import { index, integer, pgTable, primaryKey, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { chats } from "./chats";
import { createdAt } from "./columns";
import { tasks } from "./tasks";

/** A file that somebody gave, and what is known of it. Its bytes are in storage under `storageKey`. */
export const documents = pgTable(
  "documents",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    folder: text("folder").notNull().default(""),
    mimeType: text("mime_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("documents_of_chat").on(table.chatId, table.id),
    index("documents_of_group").on(table.groupId, table.id),
    index("documents_storage").on(table.storageKey),
  ],
);

/** The files of a version: documents that belong to no chat. */
export const taskDocuments = pgTable(
  "task_documents",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.number, table.documentId] }),
    index("task_documents_of_document").on(table.documentId),
  ],
);
