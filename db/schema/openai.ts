import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt, timestamptz } from "./columns";

export const openaiResponses = pgTable(
  "openai_responses",
  {
    id: text("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    previousId: text("previous_id").references((): AnyPgColumn => openaiResponses.id, {
      onDelete: "set null",
    }),
    response: jsonb("response").notNull().$type<Record<string, unknown>>(),
    input: jsonb("input").notNull().$type<unknown[]>(),
    bytes: integer("bytes").notNull(),
    /**
     * Number of items that a request which continues from this response inherits: all earlier items, the input and the
     * output.
     */
    contextItems: integer("context_items").notNull(),
    contextBytes: integer("context_bytes").notNull(),
    createdAt: createdAt(),
    /** Set when the response is deleted or expires; only data that other responses need is kept then. */
    deletedAt: timestamptz("deleted_at"),
  },
  (table) => [
    index("openai_responses_of_user").on(table.groupId, table.userId, table.createdAt),
    index("openai_responses_age").on(table.createdAt),
    index("openai_responses_of_previous").on(table.previousId).where(sql`previous_id is not null`),
  ],
);

export const openaiOutputItems = pgTable(
  "openai_output_items",
  {
    responseId: text("response_id")
      .notNull()
      .references(() => openaiResponses.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    item: jsonb("item").notNull().$type<Record<string, unknown>>(),
    bytes: integer("bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.responseId, table.position] })],
);

export const openaiResponseUses = pgTable(
  "openai_response_uses",
  {
    responseId: text("response_id")
      .notNull()
      .references(() => openaiResponses.id, { onDelete: "cascade" }),
    usedId: text("used_id")
      .notNull()
      .references(() => openaiResponses.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.responseId, table.usedId] }),
    index("openai_response_uses_of_used").on(table.usedId),
  ],
);
