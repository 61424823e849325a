import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { executeLong } from "@/db/long-statement";
import { toArrayLiteral } from "@/db/row-values";
import { shouldHaveVector } from "./similarity";

export async function listRetired(): Promise<number[]> {
  const rows = await db().execute<{ id: number }>(
    sql`select id from embedding_models where model like 'retired:%' order by id`,
  );
  return [...rows].map(({ id }) => id);
}

export const retire = ({ ids }: { ids: number[] }) =>
  db().execute(
    sql`update embedding_models set model = 'retired:' || id where id = any(${toArrayLiteral(ids)}::int[])`,
  );

export async function deleteSomeVectors({ modelId, limit }: { modelId: number; limit: number }) {
  const gone = await db().execute(sql`
    delete from passage_vectors where model_id = ${modelId}::int and passage_id in (
      select passage_id from passage_vectors where model_id = ${modelId}::int limit ${limit}::int)
    returning passage_id`);
  if (gone.length > 0) return true;
  await db().execute(sql`delete from embedding_models where id = ${modelId}::int`);
  return false;
}

export const INDEX_KINDS = ["message", "chat_document", "library_document", "restricted_document"] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];
type Indexed = { modelId: number; kind: IndexKind };

const toIndexName = ({ modelId, kind }: Indexed) => `passage_vectors_near_${Math.trunc(modelId)}_${kind}`;
// Builds indexes without blocking writes on a PostgreSQL server. `concurrently` is useless in the embedded database,
// which has a single connection.
const aside = () => (isEmbedded() ? "" : "concurrently");

export async function needsIndex({ modelId, kind, least }: Indexed & { least: number }): Promise<boolean> {
  const [row] = await db().execute<{ is_needed: boolean }>(sql`
    select not exists (select from pg_index where indexrelid = to_regclass(${toIndexName({ modelId, kind })}) and indisvalid)
      and exists (select from passage_vectors where model_id = ${modelId}::int
        and kind = ${sql.raw(`'${kind}'`)} offset ${least}::int limit 1) as is_needed`);
  return row?.is_needed === true;
}

/** Creates the index for one kind of content. First drops an invalid index left by an interrupted build. */
export async function createIndex({ dimensions, ...which }: Indexed & { dimensions: number }): Promise<void> {
  await dropIndex(which);
  await executeLong(`create index ${aside()} ${toIndexName(which)} on passage_vectors
    using hnsw ((embedding::halfvec(${Math.trunc(dimensions)})) halfvec_cosine_ops)
    where model_id = ${Math.trunc(which.modelId)} and kind = '${which.kind}'`);
}

export const dropIndex = (which: Indexed) =>
  db().execute(sql.raw(`drop index ${aside()} if exists ${toIndexName(which)}`));

export async function countProgress({ modelId }: { modelId: number }) {
  const [row] = await db().execute<{ total: number; done: number }>(sql`
    select (select count(*)::int from passages p where ${shouldHaveVector}) as total,
      (select count(*)::int from passage_vectors where model_id = ${modelId}::int) as done`);
  return row ?? { total: 0, done: 0 };
}
