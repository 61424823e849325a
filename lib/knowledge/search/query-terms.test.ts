import { expect, test } from "vitest";
import { parseTerms } from "./query-terms";

const word = (text: string) => ({ text, kind: "word" });

test("parseTerms separates words, phrases and exclusions", () => {
  expect(parseTerms('budget "second quarter" -draft follow-up')).toEqual({
    wanted: [word("budget"), { text: "second quarter", kind: "phrase" }, word("follow-up")],
    unwanted: [word("draft")],
  });
});

test("parseTerms splits text without spaces into pairs, and treats a single character as a prefix", () => {
  expect(parseTerms("请假申请 X").wanted).toEqual([word("请假"), word("假申"), word("申请"), word("X")]);
  expect(parseTerms('"请假申请"').wanted).toEqual([{ text: "请假 假申 申请", kind: "phrase" }]);
  expect(parseTerms("假").wanted).toEqual([{ text: "假", kind: "beginning" }]);
});

test.each(['"', '""', "-", "!!! & | :* ( )", "\0", "'; drop", "\\", "\ud800", "a:*b", "<->"])(
  "parseTerms accepts %j",
  (text) => {
    expect(() => parseTerms(text)).not.toThrow();
  },
);

test("parseTerms matches a code with and without separators, and signs before its digits", () => {
  const number = "('42' | '-42' | '+42' | '/42')";
  expect(parseTerms("A-42").wanted).toEqual([{ ...word("A-42"), code: `'a' <-> ${number} | 'a42'` }]);
  expect(parseTerms("A 42").wanted).toEqual([
    { ...word("A"), code: "'a42'" },
    { ...word("42"), code: `${number} | '42' | 'a42'` },
  ]);
});

test("parseTerms treats a minus before one letter, also repeated, as a case-sensitive program option", () => {
  const option = (text: string) => ({ text, kind: "option" });
  expect(parseTerms("curl -k -verbose")).toEqual({
    wanted: [word("curl"), word("-k"), option("-k")],
    unwanted: [word("verbose")],
  });
  expect(parseTerms("-k or -K").wanted).toEqual([word("-k"), option("-k"), word("or"), option("-K")]);
  expect(parseTerms("-vvv").wanted).toEqual([word("-vvv"), option("-v")]);
  expect(parseTerms("follow-u x-y -a-b").wanted.filter(({ kind }) => kind === "option")).toEqual([]);
});

test("parseTerms truncates a very long text", () => {
  const many = Array.from({ length: 5000 }, (_, n) => `word${n}`).join(" ");
  expect(parseTerms(many).wanted).toHaveLength(32);
});
