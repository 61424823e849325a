import { expect, test } from "vitest";
import { createRandom } from "@/test/random";
import { applyChange, diffTexts, rebase, shiftAfter, type TextChange } from "./changes";

const apply = (text: string, changes: TextChange[]) =>
  changes.toReversed().reduce((now, change) => applyChange(now, change), text);

const WORDS = ["one", "two", "three", " ", " ", ".", "\n", "\n\n", "four,", "five"];
const write = (random: (below: number) => number, length: number) =>
  Array.from({ length }, () => WORDS[random(WORDS.length)]).join("");

test.each(["words", "lines"] as const)("changes by %s make one text of another", (unit) => {
  for (let seed = 0; seed < 300; seed++) {
    const random = createRandom(seed);
    const [before, after] = [write(random, random(30)), write(random, random(30))];
    expect(apply(before, diffTexts(before, after, unit)), JSON.stringify([before, after])).toBe(after);
  }
});

test("words in a row are one change, and words apart are several", () => {
  expect(diffTexts("a quick brown fox", "a slow red fox", "words")).toEqual([
    { from: 2, to: 13, insert: "slow red" },
  ]);
  expect(diffTexts("one and two and three", "1 and two and 3", "words")).toHaveLength(2);
});

test("accepting one change after the other, in any order, makes the suggested text", () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = createRandom(seed);
    const [before, after] = [write(random, 20), write(random, 20)];
    let [text, changes] = [before, diffTexts(before, after, "words")];
    while (changes.length > 0) {
      const [accepted] = changes.splice(random(changes.length), 1);
      text = applyChange(text, accepted!);
      changes = shiftAfter(changes, accepted!);
    }
    expect(text).toBe(after);
  }
});

test("changes of different places are merged, whoever made them", () => {
  const base = "One line.\nTwo lines.\nThree lines.";
  const mine = "One line here.\nTwo lines.\nThree lines.";
  const theirs = diffTexts(base, "One line.\nTwo lines.\nThree new lines.", "words");
  const { kept, overlapping } = rebase(theirs, base, mine);
  expect(overlapping).toEqual([]);
  expect(apply(mine, kept)).toBe("One line here.\nTwo lines.\nThree new lines.");
});

test("a change of a passage that was changed as well replaces nothing beside it", () => {
  const base = "The red fox jumps. End.";
  const mine = "The red old fox jumps. End.";
  const theirs = diffTexts(base, "The swift fox leaps. End.", "words");
  const { kept, overlapping } = rebase(theirs, base, mine);
  const merged = apply(
    mine,
    [...kept, ...overlapping].sort((a, b) => a.from - b.from),
  );
  expect(merged).toMatch(/End\.$/);
  expect(merged).toContain("leaps");
  expect(merged).toContain("swift");
});

test("rebased changes stay inside of the text and apart from each other", () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = createRandom(seed);
    const base = write(random, 25);
    const change = (text: string) =>
      apply(
        text,
        diffTexts(text, write(random, 25), "words").filter(() => random(3) === 0),
      );
    const [mine, theirs] = [change(base), change(base)];
    const { kept, overlapping } = rebase(diffTexts(base, theirs, "words"), base, mine);
    const all = [...kept, ...overlapping].sort((a, b) => a.from - b.from || a.to - b.to);
    let end = 0;
    for (const { from, to } of all) {
      expect(from, `${seed}`).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThanOrEqual(from);
      end = to;
    }
    expect(end).toBeLessThanOrEqual(mine.length);
    if (mine === base) expect(apply(mine, all)).toBe(theirs);
    if (theirs === base) expect(all).toEqual([]);
  }
});

test("words of scripts without spaces and with signs on letters are compared one by one", () => {
  expect(diffTexts("私は昨日東京に行きました。", "私は昨日大阪に行きました。", "words")).toEqual([
    { from: 4, to: 6, insert: "大阪" },
  ]);
  expect(diffTexts("Он читал книгу", "Он читает книгу", "words")).toEqual([
    { from: 3, to: 8, insert: "читает" },
  ]);
});
