import { boolean, index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";

export type SharedMessage = { id: number; hash: string };
// Contents of a chat when it was shared, without texts: messages deleted or edited later are no longer shown.
// `is_whole`: no earlier messages exist.
type Snapshot = { name: string; messages: SharedMessage[]; is_whole: boolean };

/** A read-only link to a chat, whose token is derived from the ID (`lib/platform/crypto/links.ts`). */
export const chatShares = pgTable(
  "chat_shares",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    groupId: uuid("group_id").notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "cascade" }),
    requiresSignIn: boolean("requires_sign_in").notNull(),
    snapshot: jsonb("snapshot").$type<Snapshot>(),
    expiresAt: timestamptz("expires_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("chat_shares_of_chat").on(table.chatId, table.createdAt),
    index("chat_shares_expiry").on(table.expiresAt),
    index("chat_shares_of_creator").on(table.createdBy),
  ],
);
