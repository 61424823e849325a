import { expect, test } from "vitest";
import { formatTranscript, selectMoments, splitIntoParts } from "./parts";

test.each([
  [0.5, 1],
  [600, 1],
  [899, 1],
  [901, 2],
  [3600, 6],
  [14_400, 24],
])("a video of %d s has %d parts that cover it", (seconds, count) => {
  const parts = splitIntoParts(seconds);
  expect(parts).toHaveLength(count);
  expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([0, seconds]);
  for (const [n, { from }] of parts.entries()) expect(from).toBe(parts[n - 1]?.to ?? 0);
});

test.each<[string, number[], number[]]>([
  ["its scenes", [0, 10, 50, 110, 130], [10, 50, 110]],
  ["the middle of one without", [], [60]],
])("a part of two minutes shows %s", (_, scenes, moments) => {
  expect(selectMoments({ from: 5, to: 115 }, scenes)).toEqual(moments);
});

test("a part shows at most 24 pictures, and its gaps are under three minutes", () => {
  const many = Array.from({ length: 100 }, (_, n) => n * 6);
  const shown = selectMoments({ from: 0, to: 600 }, many);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([24, 0, 594]);
  const few = selectMoments({ from: 0, to: 600 }, [300]);
  expect(few).toEqual([150, 300, 450]);
});

test("speech belongs to the part in which it begins", () => {
  const said = [
    { from: 1, to: 4, text: " Hello " },
    { from: 9.5, to: 12, text: "there" },
    { from: 12, to: 13, text: " " },
  ];
  expect(formatTranscript({ from: 0, to: 10 }, said)).toBe("[00:01] Hello\n[00:09] there");
  expect(formatTranscript({ from: 10, to: 20 }, said)).toBe("");
});
