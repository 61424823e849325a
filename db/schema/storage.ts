import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { createdAt } from "./columns";

/** A stored file. All rows with its key share it, and it is deleted with the last of them. */
export const storedFiles = pgTable(
  "stored_files",
  {
    key: text("key").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    userId: integer("user_id").references(() => users.id, { onDelete: "set null" }),
    kind: text("kind").notNull(),
    bytes: integer("bytes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("stored_files_of_group").on(table.groupId),
    index("stored_files_of_user").on(table.userId),
  ],
);

/**
 * Changes to stored bytes: the sum of an owner's rows of a kind is the current usage. The triggers `count_stored_bytes`
 * insert a row for each change of `stored_files`, `openai_responses`, `inbound_mails`, `chats` (imported bytes),
 * `idempotency_keys`, `sessions`, `used_refresh_tokens` and `oauth_clients`. Inserting takes no lock, and rows are
 * merged periodically.
 */
export const storedBytes = pgTable(
  "stored_bytes",
  {
    owner: text("owner").notNull(),
    kind: text("kind").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  (table) => [index("stored_bytes_of_owner").on(table.owner, table.kind, table.bytes)],
);
