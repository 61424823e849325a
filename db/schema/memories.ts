import { index, integer, pgTable, serial, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { chats } from "./chats";
import { createdAt } from "./columns";

/** A fact that assistants remember about a person across the chats of a group. */
export const memories = pgTable(
  "memories",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** Where it was learnt; null when a person wrote it down, or the chat is gone. */
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    index("memories_of_user").on(table.userId, table.groupId, table.id),
    index("memories_of_chat").on(table.chatId),
  ],
);
