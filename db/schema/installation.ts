import { bigint, boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";

/** What is true of the whole installation: one row, stored when it is first needed. */
export const installation = pgTable("installation", {
  id: boolean("id").primaryKey().default(true),
  /** What the setup link is derived from; a new one as soon as somebody owns the installation. */
  setupId: uuid("setup_id").notNull().defaultRandom(),
  /** Tokens that each group may use of the operator's models in a calendar month (UTC), as the owner set it. */
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  /** The id of the embedder that its owner chose; null: by what is there. */
  embeddingModel: text("embedding_model"),
});
