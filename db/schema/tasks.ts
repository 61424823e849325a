import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { groups, users } from "./accounts";
import { virtualAssistants } from "./assistants";
import { createdAt, updatedAt } from "./columns";

/** A chat saved as a template of its group, in versions. */
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
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index("tasks_of_group").on(table.groupId, sql`lower(name)`, table.id),
    uniqueIndex("tasks_mention").on(table.groupId, table.mentionName),
  ],
);

/** What a chat is made from; a version never changes. */
export const taskVersions = pgTable(
  "task_versions",
  {
    taskId: integer("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    /** The fields of the chat as ChatCreate names them (`lib/tasks`). */
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.number] })],
);

/** A named, predefined prompt that is run with a message and files. */
export const taskActions = pgTable(
  "task_actions",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** What programs call it by. */
    actionName: text("action_name").notNull(),
    /** With `{{input}}` and `{{files}}`. */
    prompt: text("prompt").notNull(),
    /** Null: the group's default assistant. */
    virtualAssistantId: integer("virtual_assistant_id").references(() => virtualAssistants.id, {
      onDelete: "set null",
    }),
    /** Where it stands in lists; null, until somebody orders them: at the end. */
    position: integer("position"),
    /** File name endings without the dot; empty: all that can be added. */
    acceptedTypes: text("accepted_types").array().notNull().default([]),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("task_actions_name").on(table.groupId, table.actionName),
    index("task_actions_of_group").on(table.groupId, table.name),
    index("task_actions_of_assistant").on(table.virtualAssistantId),
  ],
);
