import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { groups } from "./accounts";
import { createdAt, timestamptz, updatedAt } from "./columns";

/** Web access of a group's assistants. Groups without a row have none. */
export const webAccess = pgTable("web_access", {
  groupId: uuid("group_id")
    .primaryKey()
    .references(() => groups.id, { onDelete: "cascade" }),
  canRead: boolean("can_read").notNull().default(false),
  canSearch: boolean("can_search").notNull().default(false),
  engine: text("engine"),
  baseUrl: text("base_url"),
  encryptedKey: text("encrypted_key"),
  engineId: text("engine_id"),
  /** True when the installation's owner entered `base_url`. */
  byInstallationOwner: boolean("by_installation_owner").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const webPages = pgTable(
  "web_pages",
  {
    hash: text("hash").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("web_pages_expire").on(table.expiresAt)],
);
