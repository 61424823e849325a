import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { UsableBy } from "@/lib/identity/audiences/settings";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { createdAt, timestamptz, updatedAt } from "./columns";

export const taskUpdateState = pgEnum("task_update_state", ["running", "done", "cancelled"]);

export const tasks = pgTable(
  "tasks",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    mentionName: text("mention_name"),
    latestVersion: integer("latest_version").notNull(),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("group"),
    /** The people chosen when `usableBy` is `people`. */
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("tasks_of_group").on(table.groupId, sql`lower(name)`, table.id),
    uniqueIndex("tasks_mention").on(table.groupId, table.mentionName),
  ],
);

export const taskVersions = pgTable(
  "task_versions",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.number] })],
);

export const taskPages = pgTable(
  "task_pages",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    kind: text("kind").notNull(),
    language: text("language"),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.number, table.position] })],
);

export const taskChatUpdates = pgTable(
  "task_chat_updates",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Identifies the current run; writes of earlier runs are ignored. */
    runId: uuid("run_id").notNull().defaultRandom(),
    state: taskUpdateState("state").notNull().default("running"),
    total: integer("total").notNull(),
    updated: integer("updated").notNull().default(0),
    passed: integer("passed").notNull().default(0),
    startedAt: timestamptz("started_at").notNull().defaultNow(),
    movedAt: timestamptz("moved_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.userId] }),
    index("task_chat_updates_of_user").on(table.userId),
  ],
);

export const taskActions = pgTable(
  "task_actions",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    actionName: text("action_name").notNull(),
    prompt: text("prompt").notNull(),
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    position: integer("position"),
    /** File extensions without the dot; empty: all supported ones. */
    acceptedTypes: text("accepted_types").array().notNull().default([]),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("group"),
    /** The people chosen when `usableBy` is `people`. */
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // The group's prompts share one namespace, and those of each creator have their own.
    uniqueIndex("task_actions_name").on(
      table.groupId,
      table.actionName,
      sql`(case when usable_by = 'group' then 0 else created_by end)`,
    ),
    index("task_actions_of_group").on(table.groupId, table.name),
    index("task_actions_of_assistant").on(table.virtualAssistantId),
  ],
);
