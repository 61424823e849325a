import { bigserial, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";

/**
 * What happened in chats, in order, for those who follow them live; kept 24
 * hours. It names what changed and not its content, which is read when it is
 * told: nobody hears a text that was deleted meanwhile. Without foreign keys,
 * because the end of a chat is told too.
 */
export const chatEvents = pgTable(
  "chat_events",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    chatId: integer("chat_id").notNull(),
    /** For this person only; null: for every member. */
    userId: integer("user_id"),
    /** A row of `lib/chat/events/kinds.ts`. */
    kind: text("kind").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index("chat_events_of_chat").on(table.chatId, table.id),
    index("chat_events_age").on(table.createdAt),
  ],
);
