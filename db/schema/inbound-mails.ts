import {
  bigint,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";
import { messages } from "./messages";

/** `held`: from a stranger, awaiting a decision. `ignored`: automatic, or a mail loop. */
export const inboundMailState = pgEnum("inbound_mail_state", ["accepted", "held", "refused", "ignored"]);
export type StoredMailFile = {
  storage_key: string;
  file_name: string;
  mime_type: string;
  size: number;
  sha256: string;
};

export const inboundMails = pgTable(
  "inbound_mails",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id").notNull(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    state: inboundMailState("state").notNull(),
    reason: text("reason"),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name"),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    files: jsonb("files").$type<StoredMailFile[]>().notNull().default([]),
    mailId: text("mail_id").notNull(),
    references: text("references").array().notNull().default([]),
    messageId: bigint("message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "set null",
    }),
    decidedBy: integer("decided_by").references(() => users.id, { onDelete: "set null" }),
    decidedAt: timestamptz("decided_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("inbound_mails_once").on(table.chatId, table.mailId),
    index("inbound_mails_of_chat").on(table.chatId, table.state, table.id),
    index("inbound_mails_of_message").on(table.messageId),
    index("inbound_mails_age").on(table.createdAt),
    index("inbound_mails_of_decider").on(table.decidedBy),
  ],
);
