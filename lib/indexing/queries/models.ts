import { asc, eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { embeddingModels } from "@/db/schema/search";

export type ModelRow = typeof embeddingModels.$inferSelect;

/** The models that vectors are stored of, oldest first. */
export const models = (): Promise<ModelRow[]> =>
  db().select().from(embeddingModels).orderBy(asc(embeddingModels.id));

export const insertModel = (values: { model: string; dimensions: number }) =>
  db().insert(embeddingModels).values(values).onConflictDoNothing();

/** Deletes some vectors of a model, and the model with the last of them; false when that is done. */
export async function deleteSomeVectors({
  modelId,
  limit,
}: {
  modelId: number;
  limit: number;
}): Promise<boolean> {
  const gone = await db().execute(sql`
    delete from passage_vectors where model_id = ${modelId}::int and passage_id in (
      select passage_id from passage_vectors where model_id = ${modelId}::int limit ${limit}::int)
    returning passage_id`);
  if (gone.length > 0) return true;
  await db().delete(embeddingModels).where(eq(embeddingModels.id, modelId));
  return false;
}
