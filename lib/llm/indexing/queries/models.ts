import { asc, notLike } from "drizzle-orm";
import { db } from "@/db/client";
import { installation } from "@/db/schema/installation";
import { embeddingModels } from "@/db/schema/search";

export type ModelRow = typeof embeddingModels.$inferSelect;

export const listModels = (): Promise<ModelRow[]> =>
  db()
    .select()
    .from(embeddingModels)
    .where(notLike(embeddingModels.model, "retired:%"))
    .orderBy(asc(embeddingModels.id));

export const insertModel = (values: { model: string; dimensions: number }) =>
  db().insert(embeddingModels).values(values).onConflictDoNothing();

/**
 * Returns the id of the embedder that the owner of the installation chose. Null means the environment's or the
 * default model.
 */
export async function findChosenModel(): Promise<string | null> {
  const [row] = await db().select({ model: installation.embeddingModel }).from(installation);
  return row?.model ?? null;
}

export const setChosenModel = ({ model }: { model: string | null }) =>
  db()
    .insert(installation)
    .values({ embeddingModel: model })
    .onConflictDoUpdate({ target: installation.id, set: { embeddingModel: model } });
