/** `score` ranges from 0 to 1. */
export type Scored = { id: number; score: number };

// The weight of relevance against diversity (measured with `bench/search`). With a lower weight, diverse results
// displace correct ones.
const LAMBDA = 0.95;
// The constant k of reciprocal rank fusion. The usual value of 60 makes the first ten ranks almost equal (measured with
// `bench/search`).
const RRF = 10;
// The confidence of a ranking is the lead of its first item over the item at index `CONFIDENCE_BASELINE_INDEX`, relative to the
// deviation of the first `CONFIDENCE_SAMPLE_SIZE` items.
const CONFIDENCE_SAMPLE_SIZE = 40;
const CONFIDENCE_BASELINE_INDEX = 3;

/** An input of the fusion. `sure` is the ranking's confidence in an item, from 0 to `most`. */
export type Ranking = { items: { id: number; sure: number }[]; most: number };

/**
 * Fuses rankings by reciprocal rank fusion. Each rank is weighted by the ranking's confidence in the item. Scores are
 * normalized: an item that is first in every ranking with full confidence has 1. An id counts once per ranking.
 */
export function fuseRankings(rankings: Ranking[]): Scored[] {
  const best = rankings.reduce((sum, { most }) => sum + most, 0) / (RRF + 1);
  const sums = new Map<number, number>();
  for (const { items } of rankings) {
    const once = new Map<number, number>();
    for (const { id, sure } of items) if (!once.has(id)) once.set(id, sure);
    for (const [position, [id, sure]] of [...once].entries()) {
      sums.set(id, (sums.get(id) ?? 0) + sure / (RRF + position + 1) / best);
    }
  }
  return sortByScore([...sums].map(([id, score]) => ({ id, score: Math.min(1, score) })));
}

/**
 * Estimates the confidence of a ranking by similarity: the lead of its first item, in standard deviations of the first
 * 40 scores. Unlike similarities, the result is comparable between models. Ranges from 0.5 to 1.5 (measured with
 * `bench/search`).
 */
export function estimateConfidence(hits: Scored[]): number {
  const scores = hits.slice(0, CONFIDENCE_SAMPLE_SIZE).map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  if (!deviation) return 1;
  const lead = scores[0]! - scores[Math.min(CONFIDENCE_BASELINE_INDEX, scores.length - 1)]!;
  return Math.max(0.5, Math.min(1.5, (0.8 * lead) / deviation));
}

/** Sorts by score, then by id, newest first, so that the order is deterministic. */
export const sortByScore = <T extends Scored>(items: T[]): T[] =>
  [...items].sort((a, b) => b.score - a.score || b.id - a.id);

/**
 * Selects `count` items by maximal marginal relevance: each next item has the highest relevance minus a share of its
 * similarity to the most similar selected item.
 * @param items sorted by relevance, highest first
 * @param vectors by id; an item without a vector counts as similar to none
 */
export function selectByMarginalRelevance<T extends { id: number; relevance: number }>(
  items: T[],
  vectors: Map<number, number[]>,
  count: number,
): T[] {
  const left = items.map((item) => ({ item, vector: unit(vectors.get(item.id)), likeness: 0 }));
  const chosen: T[] = [];
  while (chosen.length < count && left.length > 0) {
    const worth = left.map(({ item, likeness }) => LAMBDA * item.relevance - (1 - LAMBDA) * likeness);
    const [next] = left.splice(worth.indexOf(Math.max(...worth)), 1);
    chosen.push(next!.item);
    for (const other of left) {
      other.likeness = Math.max(other.likeness, product(other.vector, next!.vector));
    }
  }
  return chosen;
}

/**
 * Separates items that repeat the words of an earlier item. Compares words rather than vectors: "on Monday" and "on
 * Tuesday" are as similar as two texts that differ only by a full stop.
 */
export function deduplicate<T extends { id: number }>(items: T[], texts: Map<number, string>) {
  const seen = new Set<string>();
  const repeats = new Set<T>();
  for (const item of items) {
    const words = (texts.get(item.id) ?? "")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(" ");
    if (words === undefined) continue;
    if (seen.has(words)) repeats.add(item);
    seen.add(words);
  }
  return { different: items.filter((item) => !repeats.has(item)), repeats: [...repeats] };
}

export const getInnerProduct = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.min(1, Math.max(0, product(a, b)));

function unit(vector: number[] | undefined): number[] | undefined {
  const length = vector && Math.hypot(...vector);
  return length ? vector.map((value) => value / length) : undefined;
}

function product(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): number {
  if (!a || !b) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
