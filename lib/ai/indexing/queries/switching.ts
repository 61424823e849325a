import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { executeLong } from "@/db/long";
import { arrayOf } from "@/db/rows";
import { hasMeaning } from "./meaning";

/** Ids of models whose vectors are to be removed. */
export async function retired(): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(
    sql`select id from embedding_models where model like 'retired:%' order by id`,
  );
  return [...rows].map(({ id }) => id);
}

/** Nobody uses a model any more; its vectors go in their time. */
export const retire = ({ ids }: { ids: number[] }) =>
  db().execute(
    sql`update embedding_models set model = 'retired:' || id where id = any(${arrayOf(ids)}::int[])`,
  );

/** Deletes some vectors of a model, and the model with the last of them; false when that is done. */
export async function deleteSomeVectors({ modelId, limit }: { modelId: number; limit: number }) {
  const gone = await db().execute(sql`
    delete from passage_vectors where model_id = ${modelId}::int and passage_id in (
      select passage_id from passage_vectors where model_id = ${modelId}::int limit ${limit}::int)
    returning passage_id`);
  if (gone.length > 0) return true;
  await db().execute(sql`delete from embedding_models where id = ${modelId}::int`);
  return false;
}

/** What is searched, each kind by an index of its own. */
export const KINDS = ["message", "chat_document", "library_document"] as const;
export type Kind = (typeof KINDS)[number];
type Indexed = { modelId: number; kind: Kind };

const nameOf = ({ modelId, kind }: Indexed) => `passage_vectors_near_${Math.trunc(modelId)}_${kind}`;
/** On PostgreSQL nobody waits while an index is made; the embedded database has one connection anyway. */
const aside = () => (isEmbedded() ? "" : "concurrently");

/** Whether a kind has more vectors of a model than are compared one by one, and no index yet. */
export async function needsIndex({ modelId, kind, least }: Indexed & { least: number }): Promise<boolean> {
  const [row] = await db().execute<{ is_needed: boolean }>(sql`
    select not exists (select from pg_index where indexrelid = to_regclass(${nameOf({ modelId, kind })}) and indisvalid)
      and exists (select from passage_vectors where model_id = ${modelId}::int
        and kind = ${sql.raw(`'${kind}'`)} offset ${least}::int limit 1) as is_needed`);
  return row?.is_needed === true;
}

/** Makes the index of a kind; one that was begun and never finished goes first. */
export async function createIndex({ dimensions, ...which }: Indexed & { dimensions: number }): Promise<void> {
  await dropIndex(which);
  await executeLong(`create index ${aside()} ${nameOf(which)} on passage_vectors
    using hnsw ((embedding::halfvec(${Math.trunc(dimensions)})) halfvec_cosine_ops)
    where model_id = ${Math.trunc(which.modelId)} and kind = '${which.kind}'`);
}

export const dropIndex = (which: Indexed) =>
  db().execute(sql.raw(`drop index ${aside()} if exists ${nameOf(which)}`));

/** How many passages are to have a vector, and how many have one of a model. */
export async function progressOf({ modelId }: { modelId: number }) {
  const [row] = await db().execute<{ total: number; done: number }>(sql`
    select (select count(*)::int from passages p where ${hasMeaning}) as total,
      (select count(*)::int from passage_vectors where model_id = ${modelId}::int) as done`);
  return row ?? { total: 0, done: 0 };
}
