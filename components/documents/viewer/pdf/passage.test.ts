import { expect, test } from "vitest";
import { findPassage } from "./passage";

const marked = (items: string[], passage: string) =>
  findPassage(items, passage).map(({ item, from, to }) => items[item]!.slice(from, to));

const page = [
  "House rules",
  "The spare key of the boiler room hangs be-",
  "hind the red door. Ask the care",
  "taker first.",
  "2 · Boxes",
];

test("a passage is marked across lines, regardless of white space and hyphens", () => {
  const passage = "hangs behind  the red\ndoor.\tAsk the caretaker first.";
  expect(marked(page, passage)).toEqual(["hangs be", "hind the red door. Ask the care", "taker first."]);
  expect(marked(page, "boiler  room")).toEqual(["boiler room"]);
  // A soft hyphen, a non-breaking hyphen, and one item per letter.
  expect(marked([..."co\u00adoperate"], "co\u2011operate")).toEqual([..."co", ..."operate"]);
});

test("a passage is matched by its letters: ligatures, full width, accents, Arabic and surrogate pairs", () => {
  expect(marked(["The ofﬁce opens at ９"], "office opens at 9")).toEqual(["ofﬁce opens at ９"]);
  expect(marked(["Cafe\u0301 MÜNCHEN"], "Café München")).toEqual(["Cafe\u0301 MÜNCHEN"]);
  expect(marked(["\ufee3\ufeae\ufea3\ufe92\ufe8e"], "مرحبا")).toEqual(["\ufee3\ufeae\ufea3\ufe92\ufe8e"]);
  expect(marked(["see 𝛼𝛽 there"], "αβ")).toEqual(["𝛼𝛽"]);
});

test("a passage is marked despite additional text on the page or in the passage", () => {
  const first = "Every bicycle leaves the workshop with two working brakes,";
  const second = "with lamps in front and at the back and with a bell that can be heard.";
  const items = ["1", first, "Workshop rules, page 7", second, "3"];
  const passage = `Form field: yes ${first} ${second}`;
  const found = marked(items, passage);
  expect(found).toHaveLength(3);
  expect(found[0]).toMatch(/leaves the workshop with two working brakes,$/);
  expect(found[2]).toMatch(/^with lamps in front and at the back/);
});

test("a passage that is not on the page is not marked", () => {
  expect(marked(page, "Nobody may enter the boiler room at night without a lamp in his hand.")).toEqual([]);
  expect(marked(page, "")).toEqual([]);
  expect(marked([], "anything")).toEqual([]);
  // The beginning alone doesn't match.
  expect(
    marked(page, `The spare key of the boiler room was lost. ${"It is not known where. ".repeat(9)}`),
  ).toEqual([]);
});

test("a passage of a long page is found quickly", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `Line ${n} of a list of very similar lines.`);
  expect(marked(many, many.slice(4000, 4003).join(" "))).toEqual(many.slice(4000, 4003));
});
