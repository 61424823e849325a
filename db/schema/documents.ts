import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
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
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { groups, users } from "./accounts";
import { chats, chatWorkspaces } from "./chats";
import { createdAt, timestamptz } from "./columns";
import { tasks } from "./tasks";

/** Scope of a document: members of a chat, the whole group, or a task version. Immutable. */
export const documentPlace = pgEnum("document_place", ["chat", "library", "task"]);
export const documentStatus = pgEnum("document_status", ["queued", "processing", "ready", "failed"]);

/**
 * A page, sheet or other numbered part of a document's text, or a segment of a transcript. `start` is its offset in
 * UTF-16 units, and `seconds` a segment's position in the recording.
 */
export type StoredPart = {
  page: number;
  title: string | null;
  start: number;
  seconds?: number;
  words?: [place: number, seconds: number][];
};

export type StoredScans = {
  total: number;
  left: number[];
  empty: number[];
  failed: number[];
  /** Absent in rows that earlier releases stored. */
  partial?: number[];
  reasons?: Record<number, string>;
};

export const documents = pgTable(
  "documents",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    place: documentPlace("place").notNull().default("chat"),
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "cascade" }),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("group"),
    /** The people chosen when `usableBy` is `people`. */
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
    /** The project whose members read the document. */
    chatWorkspaceId: integer("chat_workspace_id").references(() => chatWorkspaces.id, {
      onDelete: "cascade",
    }),
    archiveId: integer("archive_id").references((): AnyPgColumn => documents.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    /** Path segments joined by `/`, without a leading or trailing slash; empty: no folder. */
    folder: text("folder").notNull().default(""),
    mimeType: text("mime_type").notNull(),
    size: integer("size").notNull(),
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    status: documentStatus("status").notNull().default("queued"),
    step: text("step"),
    progress: integer("progress"),
    error: text("error"),
    note: text("note"),
    queuedAt: timestamptz("queued_at").notNull().defaultNow(),
    /** Incremented by each processing attempt; writes of earlier attempts are ignored. */
    attempt: integer("attempt").notNull().default(0),
    pages: integer("pages"),
    scans: jsonb("scans").$type<StoredScans>(),
    characters: integer("characters"),
    hasTranscript: boolean("has_transcript").notNull().default(false),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    startedAt: timestamptz("started_at"),
    processedAt: timestamptz("processed_at"),
  },
  (table) => [
    index("documents_processed").on(table.processedAt).where(sql`started_at is not null`),
    index("documents_of_chat").on(table.chatId, table.id),
    index("documents_of_group").on(table.groupId, table.id),
    index("documents_of_library").on(table.groupId, table.folder, table.id).where(sql`place = 'library'`),
    index("documents_for_people").on(table.groupId).where(sql`usable_by = 'people'`),
    index("documents_of_workspace").on(table.chatWorkspaceId).where(sql`chat_workspace_id is not null`),
    index("documents_storage").on(table.storageKey),
    index("documents_of_user").on(table.createdBy),
    index("documents_unread").on(table.groupId).where(sql`status in ('queued', 'processing')`),
    index("documents_to_process").on(table.id).where(sql`status in ('queued', 'processing')`),
    uniqueIndex("documents_of_archive").on(table.archiveId, table.folder, table.fileName),
    check("documents_place_fits", sql`(place = 'chat') = (chat_id is not null)`),
    check(
      "documents_audience_fits",
      sql`place = 'library' or (usable_by = 'group' and chat_workspace_id is null)`,
    ),
    // A query that ignores projects shows their documents only to the people who added them.
    check("documents_of_workspace_fit", sql`chat_workspace_id is null or usable_by = 'creator'`),
  ],
);

export const documentTexts = pgTable("document_texts", {
  documentId: integer("document_id")
    .primaryKey()
    .references(() => documents.id, { onDelete: "cascade" }),
  text: text("text").notNull(),
  parts: jsonb("parts").$type<StoredPart[]>().notNull().default([]),
});

export const collections = pgTable(
  "collections",
  {
    id: serial("id").primaryKey(),
    uuid: uuid("uuid").notNull().unique().defaultRandom(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("group"),
    /** The people chosen when `usableBy` is `people`. */
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    // The group's collections share one namespace, and those of each creator have their own.
    uniqueIndex("collections_name").on(
      table.groupId,
      sql`lower(name)`,
      sql`(case when usable_by = 'group' then 0 else created_by end)`,
    ),
  ],
);

export const collectionDocuments = pgTable(
  "collection_documents",
  {
    collectionId: integer("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    documentId: integer("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.collectionId, table.documentId] }),
    index("collection_documents_of_document").on(table.documentId),
  ],
);

export const chatCollections = pgTable(
  "chat_collections",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    collectionId: integer("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.chatId, table.collectionId] }),
    index("chat_collections_of_collection").on(table.collectionId),
  ],
);

/** Collections that replies in the chats of a workspace know. */
export const workspaceCollections = pgTable(
  "workspace_collections",
  {
    chatWorkspaceId: integer("chat_workspace_id")
      .notNull()
      .references(() => chatWorkspaces.id, { onDelete: "cascade" }),
    collectionId: integer("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.chatWorkspaceId, table.collectionId] }),
    index("workspace_collections_of_collection").on(table.collectionId),
  ],
);

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

export const taskCollections = pgTable(
  "task_collections",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    collectionId: integer("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.number, table.collectionId] }),
    index("task_collections_of_collection").on(table.collectionId),
  ],
);
