import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats, chatWorkspaces } from "./chats";
import { createdAt, timestamptz } from "./columns";
import { messages } from "./messages";

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
    chatId: integer("chat_id").references(() => chats.id, { onDelete: "set null" }),
    messageId: bigint("message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "set null",
    }),
    source: text("source", { enum: ["written", "learned", "imported"] })
      .notNull()
      .default("written"),
    isProposed: boolean("is_proposed").notNull().default(false),
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "cascade",
    }),
    chatWorkspaceId: integer("chat_workspace_id").references(() => chatWorkspaces.id, {
      onDelete: "cascade",
    }),
    createdAt: createdAt(),
    // Set until the deletion of all memories can no longer be undone.
    deletedAt: timestamptz("deleted_at"),
  },
  (table) => [
    index("memories_of_user").on(table.userId, table.groupId, table.id),
    index("memories_of_chat").on(table.chatId),
    index("memories_of_message").on(table.messageId),
    index("memories_of_assistant").on(table.virtualAssistantId),
    index("memories_of_workspace").on(table.chatWorkspaceId),
    index("memories_deleted").on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
);

/** Texts of a person about themselves, for replies in a group. */
export const personalInstructions = pgTable(
  "personal_instructions",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    about: text("about").notNull().default(""),
    style: text("style").notNull().default(""),
    isEnabled: boolean("is_enabled").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index("personal_instructions_of_group").on(table.groupId),
  ],
);
