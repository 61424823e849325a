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
import type { Provider } from "@/lib/ai/models/contract";
import type { Effort } from "@/lib/ai/sampling/contract";
import { groups, users } from "./accounts";
import { createdAt, timestamptz, updatedAt } from "./columns";

/** A virtual assistant of a group. A removed one keeps its row, because its messages name it. */
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
    /** What it says first in a public chat, and up to four questions that it offers there. */
    greeting: text("greeting"),
    suggestedQuestions: text("suggested_questions").array().notNull().default([]),
    /** `provider:model`, `builtin`, or null for the installation's default. */
    model: text("model"),
    /** Chats cannot choose another one for it. */
    modelIsFixed: boolean("model_is_fixed").notNull().default(false),
    /** How the model replies (`lib/ai/sampling/contract.ts`); null: as it does by itself. */
    temperature: doublePrecision("temperature"),
    reasoningEffort: text("reasoning_effort").$type<Effort>(),
    maxOutputTokens: integer("max_output_tokens"),
    /** Models that are asked in turn when the one before fails or is used up. */
    fallbackModels: text("fallback_models").array().notNull().default([]),
    /** How far one reply may go (`lib/conversation/replies`); null: as far as the installation lets it. */
    mostRounds: integer("most_rounds"),
    mostTokens: integer("most_tokens"),
    mostSeconds: integer("most_seconds"),
    /** An emoji. */
    avatar: text("avatar"),
    /** Where the picture is stored that it has instead. */
    avatarKey: text("avatar_key"),
    /** Who may chat with it: the whole group, or the people of `assistant_people`. */
    usableBy: text("usable_by").$type<"group" | "people">().notNull().default("group"),
    /** Counts its changes; each is kept in `assistant_versions`. */
    version: integer("version").notNull().default(1),
    /** The names of the tools that it may use (`lib/conversation/replies/tools`); null: all of them. */
    tools: text("tools").array(),
    isDefault: boolean("is_default").notNull().default(false),
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
    uniqueIndex("virtual_assistants_default").on(table.groupId).where(sql`is_default and removed_at is null`),
  ],
);

/** Who else may use an assistant, and who of them may change it. */
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

/** An assistant as it was after one of its changes. */
export const assistantVersions = pgTable(
  "assistant_versions",
  {
    virtualAssistantId: integer("virtual_assistant_id")
      .notNull()
      .references(() => virtualAssistants.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    /** Its fields, as the API names them. */
    fields: jsonb("fields").$type<Record<string, unknown>>().notNull(),
    createdBy: integer("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.virtualAssistantId, table.number] }),
    index("assistant_versions_of_user").on(table.createdBy),
  ],
);

/** The assistants that an assistant may call as a tool. */
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

/** How a group reaches a model provider, entered in Settings → Models. The key is encrypted. */
export const modelConnections = pgTable(
  "model_connections",
  {
    id: serial("id").primaryKey(),
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    provider: text("provider").$type<Provider>().notNull(),
    baseUrl: text("base_url"),
    encryptedKey: text("encrypted_key"),
    model: text("model"),
    /** Whoever entered `base_url` was the owner of the installation. */
    byInstallationOwner: boolean("by_installation_owner").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex("model_connections_of_group").on(table.groupId, table.provider)],
);
