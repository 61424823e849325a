import { asc, notLike } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingModels } from "@/db/schema/search";

export type ModelRow = typeof embeddingModels.$inferSelect;

/** The models that vectors are stored of, oldest first; not those whose vectors are being removed. */
export const models = (): Promise<ModelRow[]> =>
  db()
    .select()
    .from(embeddingModels)
    .where(notLike(embeddingModels.model, "retired:%"))
    .orderBy(asc(embeddingModels.id));

export const insertModel = (values: { model: string; dimensions: number }) =>
  db().insert(embeddingModels).values(values).onConflictDoNothing();
