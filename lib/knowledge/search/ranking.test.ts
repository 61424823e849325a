import { expect, test } from "vitest";
import { deduplicate, estimateConfidence, fuseRankings, selectByMarginalRelevance } from "./ranking";

const ids = (items: { id: number }[]) => items.map(({ id }) => id);
const ranking = (...list: number[]) => list.map((id) => ({ id }));
const sure = (...list: number[]) => ({ items: list.map((id) => ({ id, sure: 1 })), most: 1 });
const scored = (...scores: number[]) => scores.map((score, id) => ({ id, score }));

test("fuseRankings puts items first that rank high in both rankings", () => {
  const found = fuseRankings([sure(1, 2, 3), sure(3, 1, 4)]);
  expect(ids(found)).toEqual([1, 3, 2, 4]);
  expect(found[0]!.score).toBeLessThan(1);
});

test("fuseRankings scores the first item of all rankings 1 and counts a repeated id once", () => {
  expect(fuseRankings([sure(7, 7, 8), sure(7)])[0]).toEqual({ id: 7, score: 1 });
  expect(fuseRankings([])).toEqual([]);
});

test("fuseRankings does not let an unsure ranking displace items of a sure one", () => {
  const unsure = { items: [{ id: 9, sure: 0.2 }], most: 1 };
  expect(ids(fuseRankings([sure(1, 2, 3), unsure]))).toEqual([1, 2, 3, 9]);
  expect(ids(fuseRankings([sure(1, 2, 3), sure(9, 3)]))[0]).toBe(3);
});

test("estimateConfidence is higher where one similarity stands out, in any range of a model", () => {
  const flat = estimateConfidence(scored(0.86, 0.85, 0.85, 0.84, 0.83, 0.83, 0.82));
  const clear = estimateConfidence(scored(0.86, 0.76, 0.76, 0.75, 0.75, 0.75, 0.74));
  expect(clear).toBeGreaterThan(flat);
  expect(estimateConfidence(scored(0.6, 0.1, 0.1, 0, 0))).toBeCloseTo(
    estimateConfidence(scored(0.9, 0.8, 0.8, 0.78, 0.78)),
    5,
  );
  expect([
    estimateConfidence([]),
    estimateConfidence(scored(0.5)),
    estimateConfidence(scored(0.5, 0.5)),
  ]).toEqual([1, 1, 1]);
});

test("maximal marginal relevance prefers different items of similar relevance, never worse ones", () => {
  const items = [
    { id: 1, relevance: 1 },
    { id: 2, relevance: 0.98 },
    { id: 3, relevance: 0.97 },
    { id: 4, relevance: 0.4 },
  ];
  const vectors = new Map([
    [1, [1, 0]],
    [2, [1, 0.01]],
    [3, [0.6, 1]],
    [4, [-1, 1]],
  ]);
  expect(ids(selectByMarginalRelevance(items, vectors, 4))).toEqual([1, 3, 2, 4]);
  expect(ids(selectByMarginalRelevance(items, vectors, 1))).toEqual([1]);
  expect(ids(selectByMarginalRelevance(items, new Map(), 5))).toEqual([1, 2, 3, 4]);
});

test("texts with the same words are deduplicated", () => {
  const texts = new Map([
    [1, "The meeting is on Monday."],
    [2, "the meeting is on monday!"],
    [3, "The meeting is on Tuesday."],
    [4, "…"],
    [5, "…"],
  ]);
  const { different, repeats } = deduplicate(ranking(1, 2, 3, 4, 5), texts);
  expect([ids(different), ids(repeats)]).toEqual([[1, 3, 4, 5], [2]]);
});
