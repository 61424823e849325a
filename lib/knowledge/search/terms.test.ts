import { expect, test } from "vitest";
import { termsOf } from "./terms";

const word = (text: string) => ({ text, kind: "word" });

test("words, phrases and what is not wanted", () => {
  expect(termsOf('budget "second quarter" -draft follow-up')).toEqual({
    wanted: [word("budget"), { text: "second quarter", kind: "phrase" }, word("follow-up")],
    unwanted: [word("draft")],
  });
});

test("text without spaces is looked for by pairs, a single character by what begins with it", () => {
  expect(termsOf("请假申请 X1").wanted).toEqual([word("请假"), word("假申"), word("申请"), word("X1")]);
  expect(termsOf('"请假申请"').wanted).toEqual([{ text: "请假 假申 申请", kind: "phrase" }]);
  expect(termsOf("假").wanted).toEqual([{ text: "假", kind: "beginning" }]);
});

test.each(['"', '""', "-", "!!! & | :* ( )", "\0", "'; drop", "\\", "\ud800", "a:*b", "<->"])(
  "%j is no error",
  (text) => {
    expect(() => termsOf(text)).not.toThrow();
  },
);

test("a very long text is cut", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `word${n}`).join(" ");
  expect(termsOf(many).wanted).toHaveLength(32);
});
