import { expect, test } from "vitest";
import { parseTerms } from "./terms";

const word = (text: string) => ({ text, kind: "word" });

test("words, phrases and what is not wanted", () => {
  expect(parseTerms('budget "second quarter" -draft follow-up')).toEqual({
    wanted: [word("budget"), { text: "second quarter", kind: "phrase" }, word("follow-up")],
    unwanted: [word("draft")],
  });
});

test("text without spaces is looked for by pairs, a single character by what begins with it", () => {
  expect(parseTerms("请假申请 X").wanted).toEqual([word("请假"), word("假申"), word("申请"), word("X")]);
  expect(parseTerms('"请假申请"').wanted).toEqual([{ text: "请假 假申 申请", kind: "phrase" }]);
  expect(parseTerms("假").wanted).toEqual([{ text: "假", kind: "beginning" }]);
});

test.each(['"', '""', "-", "!!! & | :* ( )", "\0", "'; drop", "\\", "\ud800", "a:*b", "<->"])(
  "%j is no error",
  (text) => {
    expect(() => parseTerms(text)).not.toThrow();
  },
);

test("a code is looked for with and without what stands between its parts, and signs before its digits", () => {
  const number = "('42' | '-42' | '+42' | '/42')";
  expect(parseTerms("A-42").wanted).toEqual([{ ...word("A-42"), code: `'a' <-> ${number} | 'a42'` }]);
  expect(parseTerms("A 42").wanted).toEqual([
    { ...word("A"), code: "'a42'" },
    { ...word("42"), code: `${number} | '42' | 'a42'` },
  ]);
});

test("a minus before one letter, also repeated, is an option of a program in its case", () => {
  const option = (text: string) => ({ text, kind: "option" });
  expect(parseTerms("curl -k -verbose")).toEqual({
    wanted: [word("curl"), word("-k"), option("-k")],
    unwanted: [word("verbose")],
  });
  expect(parseTerms("-k or -K").wanted).toEqual([word("-k"), option("-k"), word("or"), option("-K")]);
  expect(parseTerms("-vvv").wanted).toEqual([word("-vvv"), option("-v")]);
  expect(parseTerms("follow-u x-y -a-b").wanted.filter(({ kind }) => kind === "option")).toEqual([]);
});

test("a very long text is cut", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `word${n}`).join(" ");
  expect(parseTerms(many).wanted).toHaveLength(32);
});
