import { expect, test } from "vitest";
import { fused, various } from "./ranking";

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

test("the second choice is the one that differs, not the copy of the first", () => {
  const items = [
    { id: 1, score: 0.9 },
    { id: 2, score: 0.89 },
    { id: 3, score: 0.7 },
  ];
  const vectors = new Map([
    [1, [1, 0]],
    [2, [1, 0.01]],
    [3, [0.3, 1]],
  ]);
  expect(ids(various(items, vectors, 3))).toEqual([1, 3, 2]);
  expect(ids(various(items, vectors, 1))).toEqual([1]);
  expect(ids(various(items, new Map(), 5))).toEqual([1, 2, 3]);
});
