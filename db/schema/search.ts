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
// Without a dimension, because one column holds vectors of several models, each with its own index.
const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => "vector",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value) as number[],
});

/**
 * Source of a chunk. Documents of tasks are only copied, never searched. Documents of the library that not the whole
 * group reads are `restricted_document`, so that searches of what the group reads stay without a check of each.
 */
export const passageKind = pgEnum("passage_kind", [
  "message",
  "chat_document",
  "library_document",
  "task_document",
  "restricted_document",
]);

export const embeddingModels = pgTable(
  "embedding_models",
  {
    id: serial("id").primaryKey(),
    model: text("model").notNull(),
    dimensions: integer("dimensions").notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex("embedding_models_name").on(table.model, table.dimensions)],
);

export const passages = pgTable(
  "passages",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: passageKind("kind").notNull(),
    groupId: uuid("group_id").notNull(),
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "cascade" }),
    messageId: bigint("message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "cascade",
    }),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    page: integer("page"),
    /** Offset in the source text in UTF-16 units. */
    start: integer("start").notNull(),
    length: integer("length").notNull(),
    /** Null for chunks of messages, whose text is read from the message. */
    text: text("text"),
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
 * Embeddings of chunks per model. `kind`, `groupId` and `chatId` are copied from the chunk, so that a search filters
 * while it walks an index. HNSW indexes, one per model and kind, are created once there are enough rows
 * (`lib/knowledge/search`); below that an exact scan is as fast.
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
