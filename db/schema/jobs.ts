import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { chats } from "./chats";
import { createdAt, timestamptz, updatedAt } from "./columns";
import { messages } from "./messages";

export const jobState = pgEnum("job_state", ["active", "paused", "done"]);
export const jobRunStatus = pgEnum("job_run_status", ["running", "completed", "failed"]);

export const scheduledJobs = pgTable(
  "scheduled_jobs",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id").notNull(),
    chatId: integer("chat_id")
      .notNull()
      .references(() => chats.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    prompt: text("prompt").notNull(),
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    /** Cron expression with five fields, in `timeZone`; null for a one-time job at `nextAt`. */
    cron: text("cron"),
    timeZone: text("time_zone").notNull().default("UTC"),
    state: jobState("state").notNull().default("active"),
    nextAt: timestamptz("next_at"),
    mailToUserIds: integer("mail_to_user_ids").array().notNull().default([]),
    postToChatId: integer("post_to_chat_id").references(() => chats.id, { onDelete: "set null" }),
    isByAssistant: boolean("is_by_assistant").notNull().default(false),
    createdBy: integer("created_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("scheduled_jobs_of_chat").on(table.chatId, table.id),
    index("scheduled_jobs_due").on(table.nextAt).where(sql`state = 'active'`),
    index("scheduled_jobs_of_user").on(table.createdBy),
    index("scheduled_jobs_posting").on(table.postToChatId),
    index("scheduled_jobs_of_assistant").on(table.virtualAssistantId),
  ],
);

export const jobRuns = pgTable(
  "job_runs",
  {
    id: serial("id").primaryKey(),
    jobId: integer("job_id")
      .notNull()
      .references(() => scheduledJobs.id, { onDelete: "cascade" }),
    /** Scheduled time; a job runs once for each. */
    dueAt: timestamptz("due_at").notNull(),
    isManual: boolean("is_manual").notNull().default(false),
    status: jobRunStatus("status").notNull().default("running"),
    error: text("error"),
    messageId: bigint("message_id", { mode: "number" }).references(() => messages.id, {
      onDelete: "set null",
    }),
    startedAt: timestamptz("started_at").notNull().defaultNow(),
    endedAt: timestamptz("ended_at"),
  },
  (table) => [
    uniqueIndex("job_runs_of_job").on(table.jobId, table.dueAt),
    index("job_runs_of_message").on(table.messageId),
  ],
);
