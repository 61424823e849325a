import { boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { groups } from "./accounts";
import { createdAt, timestamptz, updatedAt } from "./columns";

/** How a group's assistants reach the web. A group without a row does not. */
export const webAccess = pgTable("web_access", {
  groupId: uuid("group_id")
    .primaryKey()
    .references(() => groups.id, { onDelete: "cascade" }),
  canRead: boolean("can_read").notNull().default(false),
  canSearch: boolean("can_search").notNull().default(false),
  /** The search engine (`lib/ai/web/engines`); what it needs is in the columns below. The key is encrypted. */
  engine: text("engine"),
  baseUrl: text("base_url"),
  encryptedKey: text("encrypted_key"),
  /** Google's id of a search engine. */
  engineId: text("engine_id"),
  /** Whoever entered `base_url` was the owner of the installation. */
  byInstallationOwner: boolean("by_installation_owner").notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A page of the web as a group's assistants have read it, for a while. */
export const webPages = pgTable(
  "web_pages",
  {
    /** SHA-256 of the group and of the address that was asked for. */
    hash: text("hash").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    /** Where it led to. */
    url: text("url").notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("web_pages_expire").on(table.expiresAt)],
);
