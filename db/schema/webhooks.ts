import { sql } from "drizzle-orm";
import {
  boolean,
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
import { groups, users } from "./accounts";
import { createdAt, timestamptz, updatedAt } from "./columns";

export const webhooks = pgTable(
  "webhooks",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    events: text("events").array().notNull(),
    encryptedSecret: text("encrypted_secret").notNull(),
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** Reason why it was disabled automatically, as a sentence; null when a user disabled it, and while enabled. */
    offReason: text("off_reason"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("webhooks_of_group").on(table.groupId, table.id)],
);

export const deliveryState = pgEnum("delivery_state", ["pending", "delivered", "failed"]);

/** Delivery of one event. Kept for 30 days. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    webhookId: integer("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text("event").notNull(),
    /** Identifies the event, so that it is delivered once. */
    subject: text("subject").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    state: deliveryState("state").notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    responseStatus: integer("response_status"),
    error: text("error"),
    createdAt: createdAt(),
    deliveredAt: timestamptz("delivered_at"),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_subject").on(table.webhookId, table.subject),
    index("webhook_deliveries_newest").on(table.webhookId, table.createdAt),
    index("webhook_deliveries_age").on(table.createdAt),
    index("webhook_deliveries_pending").on(table.createdAt).where(sql`state = 'pending'`),
  ],
);
