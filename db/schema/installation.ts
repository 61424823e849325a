import { bigint, boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** A single row of installation-wide state, created on first use. */
export const installation = pgTable("installation", {
  id: boolean("id").primaryKey().default(true),
  /** The setup link is derived from it. Replaced once the installation has an owner. */
  setupId: uuid("setup_id").notNull().defaultRandom(),
  /** Default limit of tokens per group and calendar month (UTC) for the operator's models. */
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  /** Embedding model chosen by the owner; null: automatic. */
  embeddingModel: text("embedding_model"),
});
