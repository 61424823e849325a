import { bigint, boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";

export const installation = pgTable("installation", {
  id: boolean("id").primaryKey().default(true),
  /** The setup link is derived from this ID, which is replaced once the installation has an owner. */
  setupId: uuid("setup_id").notNull().defaultRandom(),
  monthlyTokens: bigint("monthly_tokens", { mode: "number" }),
  embeddingModel: text("embedding_model"),
});
