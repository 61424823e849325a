import { z } from "zod";
import { json, operation } from "@/lib/api/contract";
import { reference, timestamp } from "@/lib/api/fields";
import { MAX_PRICE, MAX_PRICES } from "@/lib/llm/usage/settings";
import { endpoints } from "./operations";

/** Maximum number of rows of a breakdown. The total also includes omitted rows. */
export const MAX_ROWS = 500;
export const MAX_DAYS = 366;

const By = z.enum(["day", "assistant", "chat", "member", "model", "kind"]);
const figures = {
  replies: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost: z.number().nullable().describe("At the group's prices; null when nothing of it has a price."),
  unpriced_tokens: z.int().describe("Those of models without a price: `cost` is without them."),
};
const UsageFigures = z.object(figures).meta({ id: "UsageFigures" });
export const UsageRow = z
  .object({
    key: z
      .string()
      .describe(
        "The day, the id (`0` if there is none, for example for visitors), the model, or the kind: `reply`, `title`, `summary`, `follow_up`, `translation`, `embedding`, `speech`, `video`, `picture` or `web_search` (each search counts as a token).",
      ),
    name: z.string().nullable().describe("Null for what is gone, and for chats that you are not in."),
    ...figures,
  })
  .meta({ id: "UsageRow" });
export const UsageReport = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: By,
    whose: z.enum(["group", "chat", "own"]),
    total: UsageFigures,
    rows: z.array(UsageRow),
  })
  .meta({ id: "UsageReport" });
export const UsageLimit = z
  .object({
    monthly_tokens: z.int().nullable().describe("Null: no limit."),
    used_tokens: z.int().describe("In this calendar month (UTC)."),
    operator_monthly_tokens: z
      .int()
      .nullable()
      .describe("Of the models that the installation provides. Its owner sets it. Null: no limit."),
    operator_used_tokens: z.int().describe("Of those models, in this month; 0 without a limit."),
    state: z.enum(["ok", "warning", "used_up"]).describe("`warning` from 80 % of either limit on."),
    resets_at: timestamp,
  })
  .meta({ id: "UsageLimit" });

const StorageUse = z
  .object({
    kind: z
      .enum([
        "total",
        "uploads",
        "connectors",
        "imports",
        "mails",
        "responses",
        "keys",
        "sessions",
        "registrations",
      ])
      .describe(
        "`total`: what counts together. `uploads`: files of chats, the library, assistants and recordings. `connectors`: documents of connectors. `imports`: imported chats, and files that are being imported. `mails`: mails that wait for approval. `responses`: stored responses of `/openai/responses`. `keys`: answers kept for idempotency keys. `sessions`: sign-ins. Those two don't count towards the total.",
      ),
    bytes: z.int(),
    max_bytes: z.int().nullable().describe("Null: no limit."),
  })
  .meta({ id: "StorageUse" });
export const StorageReport = z
  .object({
    account: z.array(StorageUse).describe("What you store, in all of your groups."),
    group: z.array(StorageUse).nullable().describe("What the group stores; null for members."),
  })
  .meta({ id: "StorageReport" });

const price = z
  .number()
  .min(0)
  .max(MAX_PRICE)
  .describe("Per million tokens, in whatever the group counts in.");
export const ModelPrice = z
  .object({
    model: z.string().trim().min(1, "Must not be empty.").max(200).describe("As in `/usage?by=model`."),
    input: price,
    output: price,
  })
  .meta({ id: "ModelPrice" });

const date = z.iso.date().optional();
const isDistinct = (prices: { model: string }[]) =>
  new Set(prices.map(({ model }) => model)).size === prices.length;

export const usageApi = {
  getUsage: operation(endpoints.getUsage, {
    summary: "Get token usage and cost",
    description: [
      "Owners and admins of the group see all of it, owners and admins of a chat all of that chat (`chat_id`), others what they asked for themselves: `whose` says which.",
      `Days are UTC, both ends included; without them this month until today, at most ${MAX_DAYS} days. By day every day is there, oldest first; else at most ${MAX_ROWS} rows, those with the most tokens first. Conversations with visitors count as their public chat.`,
      "Where a model does not tell its tokens they are estimated, as those of embeddings always are. `replies` counts replies only.",
    ].join("\n\n"),
    query: z.object({ from: date, to: date, by: By.default("day"), chat_id: reference.optional() }),
    returns: UsageReport,
  }),
  getUsageLimit: operation(endpoints.getUsageLimit, {
    summary: "Get the group's monthly token usage",
    description: "For owners and admins. The limit is changed with the group.",
    returns: UsageLimit,
  }),
  getStorageUse: operation(endpoints.getStorageUse, {
    summary: "Get how much is stored, by kind",
    description:
      "In bytes, with the limits that the operator has set. What would exceed one is refused with 413; deleting frees it at once.",
    returns: StorageReport,
  }),
  listPrices: operation(endpoints.listPrices, {
    summary: "List model prices",
    description: "For owners and admins.",
    returns: z.array(ModelPrice),
  }),
  setPrices: operation(endpoints.setPrices, {
    summary: "Set model prices",
    description: "Replaces all prices. They apply to past usage too. Requires an owner or admin.",
    body: json(
      z.object({
        prices: z.array(ModelPrice).max(MAX_PRICES).refine(isDistinct, "A model can have one price only."),
      }),
    ),
    returns: z.array(ModelPrice),
  }),
};
