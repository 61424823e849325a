import { expect, it } from "vitest";
import { splitAtCitations } from "./citations";

const one = { n: 1, title: "a.pdf", page: 3 };
const twelve = { n: 12, title: "b.pdf", page: null };

it.each([
  ["It is open [1].", ["It is open ", one, "."]],
  ["[12][1]", [twelve, one]],
  ["Only known numbers: [2] [123] [x] [1", ["Only known numbers: ", "[2]", " [123] [x] [1"]],
])("splitAtCitations finds the citations with known numbers in %j", (text, parts) => {
  expect(splitAtCitations(text, [one, twelve])).toEqual(parts);
});
