import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
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
import type { UsableBy } from "@/lib/identity/audiences/settings";
import type { Provider } from "@/lib/llm/models/settings";
import type { Effort } from "@/lib/llm/sampling/settings";
import { groups, users } from "./accounts";
import { createdAt, timestamptz, updatedAt } from "./columns";

/** A deleted assistant keeps its row, because its messages refer to it. */
export const virtualAssistants = pgTable(
  "virtual_assistants",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    mentionName: text("mention_name"),
    description: text("description"),
    instructions: text("instructions").notNull().default(""),
    greeting: text("greeting"),
    suggestedQuestions: text("suggested_questions").array().notNull().default([]),
    /** `provider:model`, `builtin`, or null for the installation's default. */
    model: text("model"),
    modelIsFixed: boolean("model_is_fixed").notNull().default(false),
    temperature: doublePrecision("temperature"),
    reasoningEffort: text("reasoning_effort").$type<Effort>(),
    maxOutputTokens: integer("max_output_tokens"),
    fallbackModels: text("fallback_models").array().notNull().default([]),
    mostRounds: integer("most_rounds"),
    mostTokens: integer("most_tokens"),
    mostSeconds: integer("most_seconds"),
    avatar: text("avatar"),
    avatarKey: text("avatar_key"),
    usableBy: text("usable_by").$type<UsableBy>().notNull().default("group"),
    version: integer("version").notNull().default(1),
    /** Permitted tools (`lib/replies/runs/tools`); null: all. */
    tools: text("tools").array(),
    isDefault: boolean("is_default").notNull().default(false),
    // Identifies an imported assistant in the other product.
    importKey: text("import_key"),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    removedAt: timestamptz("removed_at"),
  },
  (table) => [
    index("virtual_assistants_of_group").on(table.groupId, table.name).where(sql`removed_at is null`),
    uniqueIndex("virtual_assistants_mention")
      .on(table.groupId, table.mentionName)
      .where(sql`removed_at is null`),
    uniqueIndex("virtual_assistants_imported")
      .on(table.createdBy, table.groupId, table.importKey)
      .where(sql`import_key is not null and removed_at is null`),
    uniqueIndex("virtual_assistants_default").on(table.groupId).where(sql`is_default and removed_at is null`),
  ],
);

export const assistantPeople = pgTable(
  "assistant_people",
  {
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    canEdit: boolean("can_edit").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.virtualAssistantId, table.userId] }),
    index("assistant_people_of_user").on(table.userId),
  ],
);

export const assistantVersions = pgTable(
  "assistant_versions",
  {
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.virtualAssistantId, table.number] }),
    index("assistant_versions_of_user").on(table.createdBy),
  ],
);

export const assistantColleagues = pgTable(
  "assistant_colleagues",
  {
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    colleagueId: integer("colleague_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.virtualAssistantId, table.colleagueId] }),
    index("assistant_colleagues_of_colleague").on(table.colleagueId),
  ],
);

export const modelConnections = pgTable(
  "model_connections",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    /** First part of the ids of the connection's models. */
    slug: text("slug").notNull(),
    name: text("name"),
    provider: text("provider").$type<Provider>().notNull(),
    baseUrl: text("base_url"),
    encryptedKey: text("encrypted_key"),
    model: text("model"),
    /** The models that may be used; null for all. */
    models: jsonb("models").$type<string[]>(),
    options: jsonb("options").$type<Record<string, string>>().notNull().default({}),
    encryptedHeaders: text("encrypted_headers"),
    encryptedProxy: text("encrypted_proxy"),
    timeoutSeconds: integer("timeout_seconds"),
    isEnabled: boolean("is_enabled").notNull().default(true),
    /** True when the installation's owner entered `base_url` and the proxy. */
    byInstallationOwner: boolean("by_installation_owner").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("model_connections_of_group").on(table.groupId, table.slug)],
);

/** Settings of admins. A model without a row has its defaults. */
export const modelSettings = pgTable(
  "model_settings",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    model: text("model").notNull(),
    isHidden: boolean("is_hidden").notNull().default(false),
    name: text("name"),
    description: text("description"),
    icon: text("icon"),
    /** Number of tokens. */
    contextLength: integer("context_length"),
    callsTools: boolean("calls_tools").notNull().default(true),
    reasons: boolean("reasons").notNull().default(true),
    /** `admins`: owners and admins of the group. `people`: those of `userIds`, too. */
    usableBy: text("usable_by").$type<"group" | "admins" | "people">().notNull().default("group"),
    userIds: jsonb("user_ids").$type<number[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.model] })],
);
