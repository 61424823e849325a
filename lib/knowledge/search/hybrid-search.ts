import * as indexing from "@/lib/llm/indexing/service";
import { countUnspacedCharacters } from "@/lib/llm/indexing/service";
import {
  getSureCosine,
  hasReranker,
  isEnglishOnly,
  RELATED_SIMILARITY,
  rerank,
  toLikeness,
} from "@/lib/llm/models/service";
import { config } from "@/lib/platform/config";
import { log } from "@/lib/platform/log";
import { narrowScope } from "./queries/filtered";
import { listPassagesByIds, mapMessagesOfPassages } from "./queries/passages";
import type { SearchScope } from "./queries/rights";
import { type Hit, listNearest, listVectors, type VectorModel } from "./queries/vectors";
import { buildWordQuery, detectSearchLanguage, listMatching, type WordQuery } from "./queries/words";
import { MAX_QUERY_LENGTH, parseTerms } from "./query-terms";
import {
  deduplicate,
  estimateConfidence,
  fuseRankings,
  getInnerProduct,
  selectByMarginalRelevance,
  sortByScore,
} from "./ranking";
import { getPassageText } from "./snippets";

export type SearchType = "mmr" | "similarity" | "hybrid";
// `sure` is the minimum cosine similarity from which the model considers a text relevant.
type Meaning = { model: VectorModel; vector: ArrayLike<number>; sure: number };
export type PreparedSearch = {
  text: string;
  words: WordQuery;
  meaning: Meaning | undefined;
  by: "meaning" | "both" | "words";
  /** The number of nearest chunks to keep when no chunk is similar enough and none matches by words. */
  unsure: number;
};

// The minimum share of a search's words that a relevant chunk has.
const MIN_WORD_SHARE = 0.3;

// Maximal marginal relevance selects from this many times the requested number of results.
const MMR_POOL_FACTOR = 4;
// The nearest chunks to keep although none is similar enough: a question in another language is less similar to its
// answer than two unrelated texts in one language. With multilingual-e5-small, a third to two thirds of such answers
// are below the threshold (`bench/search`).
const UNSURE = 3;
// With fewer chunks, the confidence of the ranking can't be estimated.
const MIN_POOL_PASSAGES = 40;
// The weight of a chunk with all words of a search, relative to the weight of the most similar chunk (measured with
// `bench/search`). It is larger when the model may not support the language.
const WORD_WEIGHTS = { meaning: 0.4, both: 1, words: 1 };
// Searches with up to this many words are names or numbers rather than questions, so exact matches matter more.
const MAX_NAME_WORDS = 2;
const NAME_WEIGHT = 1.5;
// The weight of words when a search contains codes. Embeddings barely distinguish error 28 from error 23, or -k from
// -K. Measured with the manuals of five programs.
const CODE_WEIGHT = 2.5;
const MAX_PASSAGES = 5_000;

/**
 * Prepares a search. Searches only by words when there is no embedding model or the model fails.
 * @param groupId the group of the person who searches
 */
export async function prepare(given: string, groupId: string): Promise<PreparedSearch> {
  const text = given.slice(0, MAX_QUERY_LENGTH).toWellFormed();
  const language = await detectSearchLanguage(text);
  const [words, embedded] = await Promise.all([
    buildWordQuery(parseTerms(text), language),
    indexing.embedQuery(text, groupId).catch((error: unknown) => {
      log.warn({ err: error }, "a query could not be embedded; searching by words only");
      return undefined;
    }),
  ]);
  if (!embedded) return { text, words, meaning: undefined, by: "words", unsure: 0 };
  const { modelId, embedder, vector } = embedded;
  const isEnglish = isEnglishOnly(embedder);
  const sure = await getSureCosine(embedder, config());
  return {
    text,
    words,
    meaning: { model: { id: modelId, dimensions: vector.length }, vector, sure },
    by: isEnglish ? chooseRankingsForEnglishModel(text, language) : "meaning",
    unsure: isEnglish ? 0 : UNSURE,
  };
}

// Returns the rankings for an English-only model, whose vectors are less reliable than words in other languages.
function chooseRankingsForEnglishModel(text: string, language: string | null): PreparedSearch["by"] {
  if (language !== null) return language === "english" ? "meaning" : "words";
  return countUnspacedCharacters(text) > 0 ? "words" : "both";
}

// A chunk with its relevance, which decides the order; `score` is returned to the caller.
type Candidate = Hit & { relevance: number };

type SearchOptions = {
  type: SearchType;
  count: number;
  least?: number;
  /** Drops results that are too dissimilar or match too few words. If none remain, the `unsure` nearest are kept. */
  isSure?: boolean;
};

/**
 * Returns the chunks of a scope that match a search, best first or, with maximal marginal relevance, in the order of
 * selection.
 */
export async function find(
  search: PreparedSearch,
  scope: SearchScope,
  options: SearchOptions,
): Promise<Hit[]> {
  const pool = await listCandidates(
    search,
    scope,
    options,
    options.count * (options.type === "similarity" ? 1 : MMR_POOL_FACTOR),
  );
  return selectHits(search, pool, options);
}

/** Searches messages like `find`. Returns each message once, with its best chunk. */
export async function findMessages(
  search: PreparedSearch,
  wholeScope: SearchScope,
  options: SearchOptions,
): Promise<(Hit & { messageId: number })[]> {
  const scope = await narrowScope(wholeScope);
  if (scope.messageIds?.length === 0) return [];
  // Long messages have many chunks, so the search is repeated with a larger limit until there are enough messages.
  for (let size = options.count * MMR_POOL_FACTOR; ; size *= 8) {
    const pool = await listCandidates(search, scope, options, size);
    const messagesByPassage = await mapMessagesOfPassages({ ids: pool.map(({ id }) => id) });
    const best = new Map<number, Candidate>();
    for (const hit of pool) {
      const messageId = messagesByPassage.get(hit.id);
      if (messageId !== undefined && !best.has(messageId)) best.set(messageId, hit);
    }
    const isAll = pool.length < size || size > MAX_PASSAGES;
    if (best.size < options.count && !isAll) continue;
    const hits = await selectHits(search, [...best.values()], options);
    return hits.map((hit) => ({ ...hit, messageId: messagesByPassage.get(hit.id)! }));
  }
}

async function listCandidates(
  { words, meaning, by, unsure }: PreparedSearch,
  scope: SearchScope,
  { type, least = 0, isSure = false }: SearchOptions,
  size: number,
): Promise<Candidate[]> {
  const byMeaning = async (named: Hit[]) => {
    const hits = meaning ? await listBySimilarity(scope, meaning, Math.max(size, MIN_POOL_PASSAGES)) : [];
    if (!isSure) return hits;
    const like = hits.filter(({ score }) => score >= RELATED_SIMILARITY);
    return like.length + named.length > 0 ? like : hits.slice(0, unsure);
  };
  const byWords = async () => {
    const hits = await listMatching({ scope, query: words, limit: size });
    return isSure ? hits.filter(({ score }) => score >= MIN_WORD_SHARE) : hits;
  };
  const fitting = (hits: Candidate[]) => hits.filter(({ score }) => score >= least).slice(0, size);
  const isByLikeness = type === "similarity" && by === "meaning";
  const named = isByLikeness ? [] : await byWords();
  // Searches by meaning if no words match, because the answer may be in another language.
  const near = by === "words" && named.length > 0 ? [] : await byMeaning(named);
  if (type === "similarity") return fitting(asRelevant(keepBestPerId([...near, ...named])));
  const defaultWordWeight = words.terms.length <= MAX_NAME_WORDS ? NAME_WEIGHT : WORD_WEIGHTS[by];
  const say = words.terms.some(({ isCode }) => isCode) ? CODE_WEIGHT : defaultWordWeight;
  const all = asRelevant(fuseRankings(buildRankings(near, named, say)));
  if (type === "hybrid") return fitting(all);
  const scores = near.length > 0 && meaning ? await likeness(near, named, meaning) : named;
  const scoresById = new Map(scores.map(({ id, score }) => [id, score]));
  return fitting(all.map((hit) => ({ ...hit, score: scoresById.get(hit.id) ?? 0 })));
}

/** @param say the maximum weight of words */
function buildRankings(near: Hit[], hits: Hit[], say: number) {
  const sure = estimateConfidence(near);
  const rankings = [
    { items: near.map(({ id }) => ({ id, sure })), most: sure },
    { items: hits.map(({ id, score }) => ({ id, sure: say * score })), most: say },
  ];
  return rankings.filter(({ items }) => items.length > 0);
}

const asRelevant = (hits: Hit[]): Candidate[] => hits.map((hit) => ({ ...hit, relevance: hit.score }));

async function listBySimilarity(
  scope: SearchScope,
  { sure, ...meaning }: Meaning,
  limit: number,
): Promise<Hit[]> {
  const hits = await listNearest({ scope, ...meaning, limit });
  return hits.map(({ id, score }) => ({ id, score: toLikeness(score, sure) }));
}

async function likeness(near: Hit[], hits: Hit[], { model, vector, sure }: Meaning): Promise<Hit[]> {
  const known = new Set(near.map(({ id }) => id));
  const others = hits.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const vectors = await listVectors({ ids: others, model });
  return [
    ...near,
    ...[...vectors].map(([id, other]) => ({ id, score: toLikeness(getInnerProduct(vector, other), sure) })),
  ];
}

function keepBestPerId(hits: Hit[]): Hit[] {
  const byId = new Map<number, Hit>();
  for (const hit of hits) if (hit.score > (byId.get(hit.id)?.score ?? -1)) byId.set(hit.id, hit);
  return sortByScore([...byId.values()]);
}

async function selectHits(
  search: PreparedSearch,
  pool: Candidate[],
  { type, count }: SearchOptions,
): Promise<Hit[]> {
  const told = (hits: Candidate[]) => hits.slice(0, count).map(({ id, score }) => ({ id, score }));
  const isReranked = type !== "similarity" && hasReranker(config());
  if (pool.length <= 1 || (type !== "mmr" && !isReranked)) return told(pool);
  const ids = pool.slice(0, count * MMR_POOL_FACTOR).map(({ id }) => id);
  const texts = new Map((await listPassagesByIds({ ids })).map((row) => [row.id, getPassageText(row)]));
  const from = pool.filter(({ id }) => texts.has(id));
  const ordered = isReranked ? await applyReranking(search.text, from, texts) : from;
  // The scores of a hybrid search are those of the fused ranking.
  if (type === "hybrid") return told(ordered.map((hit) => ({ ...hit, score: hit.relevance })));
  const { meaning } = search;
  const vectors = meaning ? await listVectors({ ids, model: meaning.model }) : new Map<number, number[]>();
  const { different, repeats } = deduplicate(ordered, texts);
  return told([...selectByMarginalRelevance(different, vectors, count), ...repeats]);
}

// Sorts the hits by the reranker's order. The relevances stay in descending order, so each hit gets that of its new
// position.
async function applyReranking(
  question: string,
  hits: Candidate[],
  texts: Map<number, string>,
): Promise<Candidate[]> {
  const order = await rerank(
    question,
    hits.map(({ id }) => texts.get(id)!),
    config(),
  );
  return order.map((at, place) => ({ ...hits[at]!, relevance: hits[place]!.relevance }));
}
