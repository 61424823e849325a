import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { getLineEnd, toPassage, withLineEnd } from "./line-ends";

const open = (text: string) => Text.of(text.split(/\r\n?|\n/));

test.each(["a\nb\n", "a\r\nb\r\n", "a\rb", "a", ""])("the lines of %j end as they did", (text) => {
  expect(withLineEnd(open(text), getLineEnd(text))).toBe(text);
});

test("a text with several line ends gets the most frequent", () => {
  expect(getLineEnd("a\r\nb\r\nc\nd")).toBe("\r\n");
});

test("a selection is found in the stored text", () => {
  const stored = "one\r\ntwo\r\nthree";
  const { text, from, to } = toPassage(open(stored), 4, 13, "\r\n");
  expect(text).toBe(stored);
  expect(text.slice(from, to)).toBe("two\r\nthree");
});
