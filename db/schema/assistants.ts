import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
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
    /** An emoji or the address of a picture. */
    avatar: text("avatar"),
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
