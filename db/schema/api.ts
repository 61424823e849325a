import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";

/** Responses to requests with an `Idempotency-Key`, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** Null while the first request is running; 0 when it failed after storing its message. */
    status: integer("status"),
    answer: jsonb("answer").$type<unknown>(),
    bytes: integer("bytes").notNull().default(0),
    userId: integer("user_id"),
    messageId: bigint("message_id", { mode: "number" }),
    claim: uuid("claim"),
    leaseUntil: timestamptz("lease_until"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.key] }),
    index("idempotency_keys_age").on(table.createdAt),
  ],
);

/**
 * End of the lease of an idempotency key. The lease is shorter than the time that a repeated request waits, so that a
 * retry succeeds after a crash; longer requests renew it. Uses `clock_timestamp()`, because a statement may have waited
 * for a lock.
 */
export const idempotencyLeaseEnd = sql`clock_timestamp() + interval '8 seconds'`;

/** Rate limit usage leased by processes per window (PostgreSQL only). */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    window: integer("window").notNull(),
    taken: integer("taken").notNull(),
    /** End of the following window, during which this one still counts. */
    endsAt: timestamptz("ends_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.window] }), index("rate_limits_end").on(table.endsAt)],
);
