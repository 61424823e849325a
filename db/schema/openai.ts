import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt } from "./columns";

/** An answer of OpenAI's Responses API that its client can ask for again, and go on from. */
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
    /** As the API answers it. */
    response: jsonb("response").notNull().$type<{ output: unknown[] } & Record<string, unknown>>(),
    /** All that it replied to, in the API's form, without what it said. */
    input: jsonb("input").notNull().$type<unknown[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    index("openai_responses_of_user").on(table.groupId, table.userId, table.createdAt),
    index("openai_responses_age").on(table.createdAt),
  ],
);
