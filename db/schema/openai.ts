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

/** A response of OpenAI's Responses API that its client can ask for again, and go on from. */
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
    /** Goes on from this one, whose context is part of its own. */
    previousId: text("previous_id").references((): AnyPgColumn => openaiResponses.id, {
      onDelete: "set null",
    }),
    /** As the API answers it, without its output. */
    response: jsonb("response").notNull().$type<Record<string, unknown>>(),
    /** Its own input in the API's form. References to items stay references. */
    input: jsonb("input").notNull().$type<unknown[]>(),
    /** Bytes of `response`, `input` and the output items. */
    bytes: integer("bytes").notNull(),
    /** What a request that goes on from it brings in: all that came before, the input and the output. */
    contextItems: integer("context_items").notNull(),
    contextBytes: integer("context_bytes").notNull(),
    createdAt: createdAt(),
    /** Deleted or expired: only what other responses need of it is left. */
    deletedAt: timestamptz("deleted_at"),
  },
  (table) => [
    index("openai_responses_of_user").on(table.groupId, table.userId, table.createdAt),
    index("openai_responses_age").on(table.createdAt),
    index("openai_responses_of_previous").on(table.previousId).where(sql`previous_id is not null`),
  ],
);

/** An item of a response's output: what it said, or a call of a function. */
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

/** That the input of a response refers to output items of another one. */
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
