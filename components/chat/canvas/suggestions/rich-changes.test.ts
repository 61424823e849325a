import { expect, test } from "vitest";
import { createRandom } from "@/test/random";
import { diffTexts } from "./changes";
import { readRichChanges } from "./rich-changes";

const show = (before: string, after: string) => {
  const { doc, shown } = readRichChanges(before, diffTexts(before, after, "words"))!;
  return shown.map(({ from, to, insert }) => [
    doc.textBetween(from, to, "¶"),
    insert.content.textBetween(0, insert.content.size, "¶"),
  ]);
};

test.each([
  ["One two three.", "One 2 three.", [["two", "2"]]],
  ["The twelve apes", "The eleven apes", [["twelve", "eleven"]]],
  ["# Plan", "# Plans", [["Plan", "Plans"]]],
  ["私は昨日東京に行きました。", "私は昨日大阪に行きました。", [["東京", "大阪"]]],
  [
    "a and b",
    "1 and 2",
    [
      ["a", "1"],
      ["b", "2"],
    ],
  ],
  ["Read this now.", "Read **this** now.", [["this", "this"]]],
  ["Read this and that now.", "Read **this and that** now.", [["this and that", "this and that"]]],
  [
    "Read this, then go on.",
    "Read **this**, then go on!",
    [
      ["this", "this"],
      [".", "!"],
    ],
  ],
  ["# Plan\n\nText.", "## Plan\n\nText.", [["Plan", "Plan"]]],
  ["- one\n- two\n", "- one\n- one and a half\n- two\n", [["", "one and a half"]]],
  ["One.\n\nTwo.", "One.\n\nNew.\n\nTwo.", [["", "New."]]],
  ["One.\n\nTwo.\n\nThree.", "One.\n\nThree.", [["Two.", ""]]],
  [
    "One.\n\nTwo.\n\nThree.",
    "One!\n\nTwo.\n\nThree!",
    [
      [".", "!"],
      [".", "!"],
    ],
  ],
  ["One.\n\nTwo.", "One. Two.", [["One.¶Two.", "One. Two."]]],
  ["Buy milk.", "Buy:\n\n- milk\n- eggs", [["Buy milk.", "Buy:¶milk¶eggs"]]],
  ["_one_", "*one*", [["one", "one"]]],
  ["_one_ and two", "*one* and 2", [["two", "2"]]],
  [
    "See [docs][d] or ask us today.\n\n[d]: https://x.y",
    "See [docs][d] or ask me now.\n\n[d]: https://x.y",
    [["us today", "me now"]],
  ],
  [
    "a\n\nb",
    "```\na\n```\n\n```\nb\n```",
    [
      ["a", "a"],
      ["b", "b"],
    ],
  ],
])("%j becomes %j", (before, after, expected) => {
  expect(show(before, after)).toEqual(expected);
});

const PARTS = [
  "one",
  "two",
  " ",
  " ",
  "**",
  "`",
  "\n",
  "\n\n",
  "- ",
  "# ",
  "> ",
  "| a | b |\n|---|---|\n",
  "$x$",
];
const write = (random: (below: number) => number) =>
  Array.from({ length: 1 + random(14) }, () => PARTS[random(PARTS.length)]).join("");

test("changes of all texts are shown in their order, each once and inside of the document", () => {
  let count = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const random = createRandom(seed);
    const [before, after] = [write(random), write(random)];
    const changes = diffTexts(before, after, "words");
    const read = readRichChanges(before, changes);
    if (!read) {
      expect(before.trim(), `${seed}`).toBe("");
      continue;
    }
    expect(read.shown.flatMap((each) => each.changes)).toEqual(changes);
    let end = 0;
    for (const { from, to } of read.shown) {
      expect(from, `${seed}`).toBeGreaterThanOrEqual(end);
      expect(to).toBeGreaterThanOrEqual(from);
      end = to;
      count++;
    }
    const whole = readRichChanges(after, []);
    if (!whole) continue;
    const combined = read.shown
      .toReversed()
      .reduce((doc, change) => doc.replace(change.from, change.to, change.insert), read.doc);
    expect(combined.eq(whole.doc), JSON.stringify([before, after])).toBe(true);
  }
  expect(count).toBeGreaterThan(500);
});
