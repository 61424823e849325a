import { expect, test } from "vitest";
import { stripMarkdown } from "./plain";
import { stripMarkdownWithRanges } from "./plain-ranges";

test.each([
  ["# Plan\n\n**Bold** and _slanted_ `code`", "Plan Bold and slanted code"],
  ["- [x] done\n- [ ] open\n> said", "done open said"],
  ["| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"],
  ["See [the page](https://x.example/a_b) and ![it](y.png)", "See the page and it"],
  ["C# and snake_case_name, a > b ~5", "C# and snake_case_name, a > b ~5"],
  ["```js\nlet a;\n```", "let a;"],
])("stripMarkdown turns %j into %j", (text, words) => {
  expect(stripMarkdown(text, 200)).toBe(words);
});

test("stripMarkdownWithRanges moves matched ranges to the same words", () => {
  const text = "## The **red** [door](https://x.example/red) is red";
  const ranges = [...text.matchAll(/red|door/g)].map(({ 0: word, index }): [number, number] => [
    index,
    index + word.length,
  ]);
  const shown = stripMarkdownWithRanges(text, ranges);
  expect(shown.text).toBe("The red door is red");
  expect(shown.ranges.map(([from, to]) => shown.text.slice(from, to))).toEqual(["red", "door", "red"]);
});
