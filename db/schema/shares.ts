import { boolean, index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { chats } from "./chats";
import { createdAt, timestamptz } from "./columns";

/** A message as it was when it was shared. `hash`: SHA-256 of its text. */
export type SharedMessage = { id: number; hash: string };
/**
 * What was in a chat when it was shared, without the texts: what is deleted or edited later is shown no more.
 * `is_whole`: there were no earlier messages.
 */
type Snapshot = { name: string; messages: SharedMessage[]; is_whole: boolean };

/** A read-only link to a chat. The token of the link follows from the id (`lib/platform/crypto/links.ts`). */
export const chatShares = pgTable(
  "chat_shares",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    /** The chat's own. */
    groupId: uuid("group_id").notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "cascade" }),
    /** Only people of the group can open it. */
    requiresSignIn: boolean("requires_sign_in").notNull(),
    /** Null: the link shows the chat as it is. */
    snapshot: jsonb("snapshot").$type<Snapshot>(),
    /** Null: never. */
    expiresAt: timestamptz("expires_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("chat_shares_of_chat").on(table.chatId, table.createdAt),
    index("chat_shares_expiry").on(table.expiresAt),
    index("chat_shares_of_creator").on(table.createdBy),
  ],
);
