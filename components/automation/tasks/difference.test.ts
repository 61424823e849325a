import { expect, test } from "vitest";
import { diffLines } from "./difference";

const SIGNS = { same: " ", added: "+", removed: "-" };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => SIGNS[kind] + text);

test.each([
  ["", "", []],
  ["a", "a", [" a"]],
  ["", "a", ["+a"]],
  ["a", "", ["-a"]],
  ["a\nb\nc", "a\nx\nc", [" a", "-b", "+x", " c"]],
  ["a\na", "a", [" a", "-a"]],
  ["one\ntwo\nthree", "zero\none\nthree\nfour", ["+zero", " one", "-two", " three", "+four"]],
])("diffLines compares %j with %j", (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

test("diffLines returns lines that restore both texts", () => {
  const texts = Array.from({ length: 40 }, (_, seed) =>
    Array.from({ length: seed % 9 }, (_, line) => "abc"[(seed * 7 + line * line) % 3]).join("\n"),
  );
  for (const before of texts)
    for (const after of texts) {
      const lines = diffLines(before, after);
      const without = (kind: string) =>
        lines
          .filter((line) => line.kind !== kind)
          .map(({ text }) => text)
          .join("\n");
      expect([without("added"), without("removed")]).toEqual([before, after]);
    }
});

test("diffLines is fast for texts without common lines", () => {
  const many = (word: string) => Array.from({ length: 50_000 }, (_, at) => `${word} ${at}`).join("\n");
  expect(diffLines(many("old"), many("new"))).toHaveLength(100_000);
});
