import { bigint, date, index, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { groups } from "./accounts";

export const usageKinds = [
  "reply",
  "title",
  "summary",
  "follow_up",
  "translation",
  "embedding",
  "video",
  "speech",
  "picture",
  "web_search",
] as const;

/**
 * A group's usage per day (UTC), chat, assistant, person, model and purpose; the ID 0 stands for none. Only the group
 * is a foreign key, so that usage remains when a chat, assistant or person is deleted.
 */
export const usage = pgTable(
  "usage",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    day: date("day", { mode: "string" }).notNull(),
    chatId: integer("chat_id").notNull(),
    virtualAssistantId: integer("virtual_assistant_id").notNull(),
    userId: integer("user_id").notNull(),
    model: text("model").notNull(),
    kind: text("kind", { enum: usageKinds }).notNull().default("reply"),
    replies: integer("replies").notNull().default(0),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [
        table.groupId,
        table.day,
        table.chatId,
        table.virtualAssistantId,
        table.userId,
        table.model,
        table.kind,
      ],
    }),
    index("usage_of_chat").on(table.chatId, table.day),
  ],
);

/** Prices of a model per million tokens, in a currency chosen by the group. */
export const modelPrices = pgTable(
  "model_prices",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
    model: text("model").notNull(),
    input: numeric("input", { precision: 12, scale: 6, mode: "number" }).notNull(),
    output: numeric("output", { precision: 12, scale: 6, mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.model] })],
);
