import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  customType,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { chats } from "./chats";
import { createdAt } from "./columns";
import { documents } from "./documents";
import { messages } from "./messages";

const words = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Without a dimension: vectors of several models stand in one column, each index is for one of them. */
const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => "vector",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value) as number[],
});

/** What a passage is of. The documents of tasks are kept for being copied, and never searched. */
export const passageKind = pgEnum("passage_kind", [
  "message",
  "chat_document",
  "library_document",
  "task_document",
]);

/** The embedding models that vectors here were made with. */
export const embeddingModels = pgTable(
  "embedding_models",
  {
    id: serial("id").primaryKey(),
    /** `provider:model`, or `builtin`. */
    model: text("model").notNull(),
    dimensions: integer("dimensions").notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("embedding_models_name").on(table.model, table.dimensions)],
);

/** A piece of a message or of a document that is found as a whole. */
export const passages = pgTable(
  "passages",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: passageKind("kind").notNull(),
    groupId: uuid("group_id").notNull(),
    /** Null for documents that belong to no chat. */
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "cascade" }),
    messageId: integer("message_id").references(() => messages.id, { onDelete: "cascade" }),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    page: integer("page"),
    /** Where it stands in the text that it is of, in UTF-16 units. */
    start: integer("start").notNull(),
    length: integer("length").notNull(),
    /** Its text; of a message's only its place is kept, the text is the message's. */
    text: text("text"),
    /** What full-text search finds it by: its words as they are and as its language stems them. */
    words: words("words").notNull(),
  },
  (table) => [
    uniqueIndex("passages_of_message").on(table.messageId, table.ordinal).where(sql`message_id is not null`),
    uniqueIndex("passages_of_document")
      .on(table.documentId, table.ordinal)
      .where(sql`document_id is not null`),
    index("passages_of_chat").on(table.chatId, table.kind),
    index("passages_of_group").on(table.groupId, table.kind).where(sql`chat_id is null`),
    index("passages_words").using("gin", table.words),
  ],
);

/**
 * The meaning of a passage, by model. `kind`, `groupId` and `chatId` are the
 * passage's own, repeated so that a search filters while it walks an index.
 * The HNSW indexes, one per model and kind, are made when there is enough to
 * index (`lib/knowledge/search`): below that exact comparison is as fast.
 */
export const passageVectors = pgTable(
  "passage_vectors",
  {
    passageId: bigint("passage_id", { mode: "number" })
      .notNull()
      .references(() => passages.id, { onDelete: "cascade" }),
    modelId: integer("model_id")
      .notNull()
      .references(() => embeddingModels.id, { onDelete: "cascade" }),
    kind: passageKind("kind").notNull(),
    groupId: uuid("group_id").notNull(),
    chatId: integer("chat_id"),
    embedding: vector("embedding").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.modelId, table.passageId] }),
    index("passage_vectors_of_passage").on(table.passageId),
    index("passage_vectors_of_chat").on(table.chatId, table.kind, table.modelId),
    index("passage_vectors_of_group")
      .on(table.groupId, table.kind, table.modelId)
      .where(sql`chat_id is null`),
  ],
);
