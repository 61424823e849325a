/** Something that was found, and how well it fits, 0 to 1. */
export type Scored = { id: number; score: number };

/**
 * How much relevance counts against variety, as measured (`bench/search`): with less, right answers give way to what is
 * merely different.
 */
const LAMBDA = 0.95;
/** The constant of reciprocal rank fusion: the 60 of its inventors all but levels the first ten, as measured (`bench/search`). */
const RRF = 10;
/** How many of a ranking its clearness is told by, and who has to be left behind. */
const SPREAD_OF = 40;
const LEFT_BEHIND = 3;

/** What has a say in a fusion: `sure` is how much this ranking knows of an item, from 0 to its `most`. */
export type Ranking = { items: { id: number; sure: number }[]; most: number };

/**
 * Joins rankings by reciprocal rank, each place weighed by how sure its
 * ranking is of it: what stands high in several comes first. Scores are
 * normalised: 1 is the first of every ranking, each being as sure as it can
 * be. An id counts once per ranking.
 */
export function fused(rankings: Ranking[]): Scored[] {
  const best = rankings.reduce((sum, { most }) => sum + most, 0) / (RRF + 1);
  const sums = new Map<number, number>();
  for (const { items } of rankings) {
    const once = new Map<number, number>();
    for (const { id, sure } of items) if (!once.has(id)) once.set(id, sure);
    for (const [position, [id, sure]] of [...once].entries()) {
      sums.set(id, (sums.get(id) ?? 0) + sure / (RRF + position + 1) / best);
    }
  }
  return byScore([...sums].map(([id, score]) => ({ id, score: Math.min(1, score) })));
}

/**
 * How sure a ranking by likeness is: by how far its first item leaves the next
 * ones behind, in standard deviations of the first forty. Likenesses of two
 * models do not compare, this does. From 0.5 to 1.5; as measured (`bench/search`).
 */
export function clearness(hits: Scored[]): number {
  const scores = hits.slice(0, SPREAD_OF).map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  if (!deviation) return 1;
  const lead = scores[0]! - scores[Math.min(LEFT_BEHIND, scores.length - 1)]!;
  return Math.max(0.5, Math.min(1.5, (0.8 * lead) / deviation));
}

/** The best first; what scores the same by its id, newest first, so that an order is always the same. */
export const byScore = <T extends Scored>(items: T[]): T[] =>
  [...items].sort((a, b) => b.score - a.score || b.id - a.id);

/**
 * Chooses `count` of what was found so that it is relevant and various
 * (maximal marginal relevance): each next one is the most relevant after some
 * of its likeness to the likest chosen one is taken off.
 * @param items the most relevant first
 * @param vectors by id; without one an item is like nothing
 */
export function various<T extends { id: number; relevance: number }>(
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
 * Takes apart what says in the same words what one before it says. Vectors cannot tell: "on Monday" and "on Tuesday"
 * are as alike as two that differ by a full stop.
 */
export function apart<T extends { id: number }>(items: T[], texts: Map<number, string>) {
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

/** Similarity of a query and a chunk, as the database computes it, from 0 to 1. */
export const innerProduct = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
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
