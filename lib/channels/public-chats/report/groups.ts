type EmbeddedText = { text: string; vector?: number[] };

// Threshold for equal questions, from 0 (the model's similarity threshold `sure`) to 1 (identity). The lowest value at
// which no two of the 8 groups of a sample (21 English questions) merge with multilingual-e5-small or
// all-MiniLM-L6-v2.
const SAME = 0.55;
export const getSameThreshold = (sure: number): number => sure + (1 - sure) * SAME;

/**
 * Groups texts by meaning with single-pass leader clustering (Hartigan, Clustering Algorithms, 1975). Each text joins
 * the group whose mean direction has the highest cosine, if at least `least`, else it starts a group. Equal texts
 * form a group even without vectors. Preserves the order of `items`. Computes items × groups cosines.
 */
export function groupByMeaning<T extends EmbeddedText>(items: T[], least: number): T[][] {
  const groups: { members: T[]; sum?: Float64Array }[] = [];
  const byText = new Map<string, (typeof groups)[number]>();
  for (const item of items) {
    const text = item.text
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, " ")
      .trim();
    const unit = item.vector && toUnitVector(item.vector);
    let group = byText.get(text) ?? (unit && nearest(groups, unit, least));
    if (!group) {
      group = { members: [] };
      groups.push(group);
    }
    group.members.push(item);
    byText.set(text, group);
    if (!unit) continue;
    group.sum ??= new Float64Array(unit.length);
    for (let at = 0; at < unit.length; at++) group.sum[at]! += unit[at]!;
  }
  return groups.map(({ members }) => members);
}

function nearest<G extends { sum?: Float64Array }>(
  groups: G[],
  unit: Float64Array,
  least: number,
): G | undefined {
  let best: G | undefined;
  let highest = least;
  for (const group of groups) {
    if (group.sum?.length !== unit.length) continue;
    const cosine = dot(group.sum, unit) / Math.sqrt(dot(group.sum, group.sum));
    if (cosine < highest) continue;
    highest = cosine;
    best = group;
  }
  return best;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}

function toUnitVector(vector: number[]): Float64Array {
  const unit = Float64Array.from(vector);
  const length = Math.sqrt(dot(unit, unit)) || 1;
  return unit.map((value) => value / length);
}
