import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";

/** The answer to a request that carried an `Idempotency-Key`, kept 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    caller: text("caller").notNull(),
    key: text("key").notNull(),
    fingerprint: text("fingerprint").notNull(),
    /** Null while the first request is still running, 0 when it failed after its message was stored. */
    status: integer("status"),
    answer: jsonb("answer").$type<unknown>(),
    /** Of the answer. */
    bytes: integer("bytes").notNull().default(0),
    /** Null for visitors. */
    userId: integer("user_id"),
    messageId: integer("message_id"),
    /** Which request runs under the key, and until when it is believed to, unless it says so again. */
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
 * How long a claim of a key is believed in: shorter than a repeated request waits, so that it is answered after a crash. What
 * holds longer is renewed. By the clock, since a statement may have waited for a lock.
 */
export const leaseOfKey = sql`clock_timestamp() + interval '8 seconds'`;

/** What a process has taken of a caller's allowance in a window (PostgreSQL only). */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    window: integer("window").notNull(),
    taken: integer("taken").notNull(),
    /** When the window after it is over: a window counts for a while in the next one. */
    endsAt: timestamptz("ends_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.window] }), index("rate_limits_end").on(table.endsAt)],
);
