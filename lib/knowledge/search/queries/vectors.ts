import { sql } from "drizzle-orm";
import { db, isEmbedded } from "@/db/client";
import { runPlanned } from "./planned";
import { isAmongRestricted, isInLibrary, isWithinScope, listFilters, type SearchScope } from "./rights";

export type VectorModel = { id: number; dimensions: number };
export type Hit = { id: number; score: number };

// The maximum number of vectors for an exact search. When permissions leave 50,000 of a million vectors, the index
// finds only four of the five nearest, and an exact search takes about 40 ms, or more with the embedded database.
const mostCompared = () => (isEmbedded() ? 20_000 : 60_000);
// The size of the index scan's candidate list, and the maximum number of scanned tuples when permissions filter out
// most of them (pgvector).
const EF_SEARCH = 300;
const MAX_SCANNED_TUPLES = 100_000;
// The index scan returns this many candidates per hit, ordered by cosine. The hits are the best of them by inner
// product. Messages have no headings, so both orders are equal for them.
const CANDIDATES_PER_HIT = 4;

type Nearest = {
  scope: SearchScope;
  model: VectorModel;
  vector: ArrayLike<number>;
  limit: number;
  /** The part of the library to search: each has an index of its own. */
  part?: "shared" | "restricted";
};

const SETTINGS = {
  "hnsw.iterative_scan": "strict_order",
  "hnsw.ef_search": String(EF_SEARCH),
  "hnsw.max_scan_tuples": String(MAX_SCANNED_TUPLES),
};

export async function listNearest(query: Nearest): Promise<Hit[]> {
  if (query.scope.kind !== "library_document") return listNearestInPart(query);
  const shared = await listNearestInPart({ ...query, part: "shared" });
  // Restricted documents are never published, so readers outside of the group find none.
  if (query.scope.audience.userId === null) return shared;
  const restricted = await listNearestInPart({ ...query, part: "restricted" });
  return [...shared, ...restricted].sort((a, b) => b.score - a.score).slice(0, query.limit);
}

const listNearestInPart = (query: Nearest): Promise<Hit[]> =>
  runPlanned(async () => {
    const most = mostCompared();
    if (query.scope.messageIds) return exactly(query);
    const count = await countUpTo(query, most + 1);
    if (count === 0) return [];
    if (count <= most) return exactly(query);
    const hits = await byIndex(query);
    // When few of many messages match the filters, the index scan stops before it has found enough.
    return hits.length < query.limit && listFilters(query.scope).length > 0 ? exactly(query) : hits;
  }, SETTINGS);

const ofModel = (query: Nearest, condition = getCondition(query)) =>
  sql`passage_vectors.model_id = ${literal(query.model.id)} and ${condition}`;

function getCondition({ scope, part }: Nearest) {
  if (part === "restricted") return isAmongRestricted(scope);
  return part ? isInLibrary(scope, "passage_vectors", false) : isWithinScope(scope, "passage_vectors");
}

// A condition that lists chunks would keep the planner from walking the index of vectors.
const getIndexedCondition = ({ scope, part }: Nearest) =>
  part === "restricted" ? isInLibrary(scope, "passage_vectors", true) : undefined;

// Embeds the value in the statement, because the planner uses partial indexes only for constants.
const literal = (id: number) => sql.raw(String(Math.trunc(id)));
const toVectorLiteral = ({ vector }: Nearest) => `[${Array.from(vector).join()}]`;

async function countUpTo({ scope, ...given }: Nearest, most: number): Promise<number> {
  // Omits the conditions that need a subquery per row, to keep the count cheap. Counting too many rows does no harm.
  const visible = {
    ...scope,
    authors: undefined,
    except: undefined,
    hasFile: undefined,
    after: undefined,
    before: undefined,
  };
  const [row] = await db().execute<{ count: number }>(sql`select count(*)::int as count from (
    select from passage_vectors where ${ofModel({ scope: visible, ...given })} limit ${literal(most)}) visible`);
  return row?.count ?? 0;
}

// Sorts by inner product, because the vectors of chunks below headings aren't normalized
// (`lib/llm/indexing/heading-vectors`).
async function exactly(query: Nearest): Promise<Hit[]> {
  const rows = await db().execute<ProductRow>(sql`
    select passage_vectors.passage_id as id, passage_vectors.embedding <#> ${toVectorLiteral(query)}::vector as negative_product
    from passage_vectors where ${ofModel(query)} order by 2 limit ${query.limit}::int`);
  return [...rows].flatMap(hit);
}

// Uses the index that `lib/llm/indexing` creates when a kind has enough vectors of a model. Without the index, the
// search is exact.
async function byIndex(query: Nearest): Promise<Hit[]> {
  const type = sql.raw(`halfvec(${Math.trunc(query.model.dimensions)})`);
  const [distance, product] = [
    sql`passage_vectors.embedding::${type} <=> ${toVectorLiteral(query)}::${type}`,
    sql`passage_vectors.embedding <#> ${toVectorLiteral(query)}::vector`,
  ];
  const candidates = query.scope.kind === "message" ? query.limit : query.limit * CANDIDATES_PER_HIT;
  const rows = await db().execute<ProductRow>(sql`
    select id, negative_product from (
      select passage_vectors.passage_id as id, ${product} as negative_product
      from passage_vectors where ${ofModel(query, getIndexedCondition(query))}
      order by ${distance} limit ${candidates}::int) candidates
    order by negative_product limit ${query.limit}::int`);
  return [...rows].flatMap(hit);
}

type ProductRow = { id: string; negative_product: number };

// Drops zero vectors, which stand for texts that the model can't read.
const hit = ({ id, negative_product: negative }: ProductRow): Hit[] =>
  negative === 0 ? [] : [{ id: Number(id), score: Math.min(1, Math.max(0, -negative)) }];

export async function listVectors({
  ids,
  model,
}: {
  ids: number[];
  model: VectorModel;
}): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db().execute<{ id: string; vector: string }>(sql`
    select passage_id as id, embedding::text as vector from passage_vectors
    where model_id = ${model.id}::int
      and passage_id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint)`);
  return new Map([...rows].map(({ id, vector }) => [Number(id), JSON.parse(vector) as number[]]));
}
