import { expect, test } from "vitest";
import { apart, fused, various } from "./ranking";

const ids = (items: { id: number }[]) => items.map(({ id }) => id);
const ranking = (...list: number[]) => list.map((id) => ({ id }));

test("what stands high in both rankings comes first", () => {
  const found = fused([ranking(1, 2, 3), ranking(3, 1, 4)]);
  expect(ids(found)).toEqual([1, 3, 2, 4]);
  expect(found[0]!.score).toBeLessThan(1);
});

test("the first of every ranking scores 1, and a repeated id counts once", () => {
  expect(fused([ranking(7, 7, 8), ranking(7)])[0]).toEqual({ id: 7, score: 1 });
  expect(fused([])).toEqual([]);
});

test("of what is nearly as relevant the one that differs comes first, and never a worse one", () => {
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
  expect(ids(various(items, vectors, 4))).toEqual([1, 3, 2, 4]);
  expect(ids(various(items, vectors, 1))).toEqual([1]);
  expect(ids(various(items, new Map(), 5))).toEqual([1, 2, 3, 4]);
});

test("what says the same in the same words is told apart", () => {
  const texts = new Map([
    [1, "The meeting is on Monday."],
    [2, "the meeting is on monday!"],
    [3, "The meeting is on Tuesday."],
    [4, "…"],
    [5, "…"],
  ]);
  const { different, repeats } = apart(ranking(1, 2, 3, 4, 5), texts);
  expect([ids(different), ids(repeats)]).toEqual([[1, 3, 4, 5], [2]]);
});
