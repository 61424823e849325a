import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, serial, uniqueIndex } from "drizzle-orm/pg-core";
import { virtualAssistants } from "./assistants";
import { collections, documents } from "./documents";

export const assistantKnowledge = pgTable(
  "assistant_knowledge",
  {
    id: serial("id").primaryKey(),
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    documentId: integer("document_id").references(() => documents.id, { onDelete: "cascade" }),
    collectionId: integer("collection_id").references(() => collections.id, { onDelete: "cascade" }),
  },
  (table) => [
    check("assistant_knowledge_is_one", sql`num_nonnulls(${table.documentId}, ${table.collectionId}) = 1`),
    uniqueIndex("assistant_knowledge_document").on(table.virtualAssistantId, table.documentId),
    uniqueIndex("assistant_knowledge_collection").on(table.virtualAssistantId, table.collectionId),
    index("assistant_knowledge_of_document").on(table.documentId),
    index("assistant_knowledge_of_collection").on(table.collectionId),
  ],
);
