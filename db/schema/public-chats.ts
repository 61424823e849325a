import { date, index, integer, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";

/**
 * A visitor of a public chat. What they say is a chat of its own under the
 * public one, made with their first message, whose members are the staff.
 */
export const publicSessions = pgTable(
  "public_sessions",
  {
    id: serial("id").primaryKey(),
    /** The public chat. */
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** The visitor's own chat; null until they have written. */
    conversationId: integer("conversation_id").references(() => chats.id, { onDelete: "cascade" }),
    /** SHA-256 of the session id, which is kept nowhere. */
    hash: text("hash").notNull(),
    /** `publicEpoch` of the chat when it began: taking a chat off the public ends all its sessions at once. */
    epoch: integer("epoch").notNull(),
    /** SHA-256 of what the visitor's frame keeps to show that it began the conversation. */
    markerHash: text("marker_hash"),
    /** The page that embeds the chat, without its query, and the visitor's language. */
    page: text("page"),
    language: text("language"),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at").notNull().defaultNow(),
    blockedAt: timestamptz("blocked_at"),
    /** The assistant keeps silent since, because staff answer. */
    takenOverAt: timestamptz("taken_over_at"),
    takenOverBy: integer("taken_over_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("public_sessions_hash").on(table.hash),
    uniqueIndex("public_sessions_conversation").on(table.conversationId),
    index("public_sessions_of_chat").on(table.chatId, table.id),
    index("public_sessions_age").on(table.lastUsedAt),
  ],
);

/** What a public chat was used for on a day (UTC). */
export const publicUsage = pgTable(
  "public_usage",
  {
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    conversations: integer("conversations").notNull().default(0),
    messages: integer("messages").notNull().default(0),
    /** Messages that no reply came to. */
    unanswered: integer("unanswered").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.chatId, table.day] })],
);
