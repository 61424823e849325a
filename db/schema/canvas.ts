import { index, integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats } from "./chats";
import { createdAt } from "./columns";

export const canvasPages = pgTable(
  "canvas_pages",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    kind: text("kind").notNull(),
    language: text("language"),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("canvas_pages_of_chat").on(table.chatId, table.id)],
);

/** Previous versions of a canvas, for undo; only the newest are kept. */
export const canvasVersions = pgTable(
  "canvas_versions",
  {
    id: serial("id").primaryKey(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    pageId: integer("page_id").references(() => canvasPages.id, { onDelete: "cascade" }),
    text: text("text"),
    changedByUserId: integer("changed_by_user_id").references(() => users.id, { onDelete: "set null" }),
    changedByAssistantId: integer("changed_by_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    createdAt: createdAt(),
  },
  (table) => [
    index("canvas_versions_of_chat").on(table.chatId, table.id),
    index("canvas_versions_of_page").on(table.pageId, table.id),
  ],
);
