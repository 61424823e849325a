import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns";

/** Transactional outbox of background events, committed together with the data they refer to. */
export const backgroundEvents = pgTable(
  "background_events",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    name: text("name").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    dispatchedAt: timestamptz("dispatched_at"),
  },
  (table) => [
    index("background_events_waiting").on(table.createdAt).where(sql`dispatched_at is null`),
    index("background_events_age").on(table.dispatchedAt),
  ],
);

export const backgroundStatus = pgEnum("background_status", [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
]);
export type RunEvent = { id: string; name: string; data: Record<string, unknown>; ts: number };

export const backgroundRuns = pgTable(
  "background_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    functionId: text("function_id").notNull(),
    eventId: uuid("event_id").notNull(),
    event: jsonb("event").$type<RunEvent>().notNull(),
    status: backgroundStatus("status").notNull().default("queued"),
    attempt: integer("attempt").notNull().default(0),
    wakeAt: timestamptz("wake_at").notNull().defaultNow(),
    owner: text("owner"),
    leaseUntil: timestamptz("lease_until"),
    /** Runs with the same key share a concurrency limit, and keys are served in turn. */
    concurrencyKey: text("concurrency_key"),
    concurrencyLimit: integer("concurrency_limit"),
    totalLimit: integer("total_limit"),
    priority: integer("priority").notNull().default(0),
    takenAt: timestamptz("taken_at"),
    error: text("error"),
    createdAt: createdAt(),
    finishedAt: timestamptz("finished_at"),
  },
  (table) => [
    uniqueIndex("background_runs_once").on(table.eventId, table.functionId),
    index("background_runs_due").on(table.wakeAt).where(sql`status = 'queued'`),
    index("background_runs_running").on(table.leaseUntil).where(sql`status = 'running'`),
    index("background_runs_turns").on(table.concurrencyKey, table.takenAt),
    index("background_runs_age").on(table.finishedAt),
    index("background_runs_failed").on(table.finishedAt).where(sql`status = 'failed'`),
  ],
);

/** Memoized results of steps, so that none runs twice. */
export const backgroundSteps = pgTable(
  "background_steps",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => backgroundRuns.id, { onDelete: "cascade" }),
    id: text("id").notNull(),
    position: integer("position").notNull(),
    result: jsonb("result").$type<StepResult>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.id] })],
);
export type StepResult =
  | { type: "data"; data: unknown }
  | { type: "error"; error: { name: string; message: string } };

export const backgroundCrons = pgTable("background_crons", {
  functionId: text("function_id").primaryKey(),
  lastAt: timestamptz("last_at").notNull(),
});

export const mails = pgTable(
  "mails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    to: text("to").notNull(),
    /** Subject, text and HTML, encrypted because they contain sign-in links. */
    content: text("content").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("mails_age").on(table.createdAt)],
);
