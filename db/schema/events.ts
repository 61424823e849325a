import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/**
 * Ordered events of chats for live subscribers, kept for 24 hours. An event names what changed; the content is read
 * on delivery, so that deleted texts are never sent. Without foreign keys, because deletions of chats are events,
 * too.
 */
export const chatEvents = pgTable(
  "chat_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    chatId: integer("chat_id").notNull(),
    userId: integer("user_id"),
    kind: text("kind").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("chat_events_of_chat").on(table.chatId, table.id),
    index("chat_events_age").on(table.createdAt),
  ],
);
