import { expect, test } from "vitest";
import { getSameThreshold, groupByMeaning } from "./groups";

const item = (text: string, ...vector: number[]) => ({
  text,
  vector: vector.length > 0 ? vector : undefined,
});
const texts = (groups: { text: string }[][]) => groups.map((group) => group.map(({ text }) => text));

test("groupByMeaning puts vectors of the same direction into one group, in their order", () => {
  const items = [item("a", 1, 0), item("b", 0, 2), item("c", 5, 0.5), item("d", 0.1, 1)];
  expect(texts(groupByMeaning(items, 0.9))).toEqual([
    ["a", "c"],
    ["b", "d"],
  ]);
  expect(texts(groupByMeaning(items, 0.9999))).toEqual([["a"], ["b"], ["c"], ["d"]]);
});

test("groupByMeaning adds a text to the nearest group, by the mean of its members", () => {
  const groups = groupByMeaning(
    [item("a", 1, 0), item("b", 0.6, 0.8), item("c", 0.8, 0.6), item("d", 0.7, 0.714)],
    0.55,
  );
  expect(texts(groups)).toEqual([["a", "b", "c", "d"]]);
  expect(texts(groupByMeaning([item("x", 1, 0), item("y", 0, 1), item("z", 0.6, 0.8)], 0.5))).toEqual([
    ["x"],
    ["y", "z"],
  ]);
});

test("groupByMeaning groups equal texts without vectors, and leaves others alone", () => {
  expect(texts(groupByMeaning([item("Hello?"), item("hello"), item("Hi"), item("zero", 0, 0)], 0.5))).toEqual(
    [["Hello?", "hello"], ["Hi"], ["zero"]],
  );
});

test("getSameThreshold lies between the confidence threshold and equality", () => {
  expect(getSameThreshold(0.8)).toBeCloseTo(0.91);
  expect(getSameThreshold(0.3)).toBeCloseTo(0.685);
});
