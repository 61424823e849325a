import { describe, expect, test } from "vitest";
import cases from "@/test/markdown/cases.json";
import { splitIntoSentences } from "./sentences";
import { SpokenReply } from "./spoken-reply";

const named = { code: "Code block.", table: "Table." };
const said = (markdown: string) => splitIntoSentences(markdown, named, "en");

// Typical model output with parts that parse differently before they are complete.
const streams = [
  "# The **harbour**\n\nIt is [open](https://a.test/b.C), from $9 to $12. It has 3.5 berths, e.g. two. See Dr. Smith!\n\nGood *bye. And* thanks.",
  "Three steps:\n\n1. **Stop. Look.** Then go.\n2. Use `a. B` or snake_case. Done.\n   - within. Yes.\n\n* [x] ticked\n* open",
  "Before. Now:\n\n```js\nconst a = 1; // one. Two.\n\n\nlet b;\n```\n\nAfter. It costs 5 * 3. Or 2 < 3 & more. End",
  "As a table. See:\n\n| Name. First | Sum |\n|---|--:|\n| Ann. Ada | 9 |\n\nThat was *all*.\nA line. With\\\na break. Or\n***\nnone.",
  "> Quoted. Words.\n> > Deeper. Words.\n\nTold by two [1, 2]. And one[3]. Over.\n===\nUnder\n---\nLast",
  "ポートは**閉鎖**されました。明日は開きます。「はい。」と言った。\n\n- 一。二。",
  "Der Hafen ist z. B. am 3. Mai zu. *Danach* offen! Wirklich? Ja …",
  "Unclosed **bold. And `code. Never\n\nclosed [link](http://x. Y",
  ...cases.streams,
];

describe("a spoken reply", () => {
  test.each(streams)("is complete, once and in order, for any chunks of the stream: %.40s…", (text) => {
    for (const step of [1, 7]) {
      const reply = new SpokenReply(named, "en", 0);
      const heard: string[] = [];
      for (let length = 0; length <= text.length; length += step)
        heard.push(...reply.grown(text.slice(0, length)));
      expect(said(text).slice(0, heard.length)).toEqual(heard);
      expect([...heard, ...reply.rest(text)]).toEqual(said(text));
    }
  });

  test.each(streams)("never says part of a prefix that the full text revises: %.40s…", (text) => {
    for (let length = 0; length <= text.length; length++) {
      const heard = new SpokenReply(named, "en", 0).grown(text.slice(0, length));
      expect(said(text).slice(0, heard.length), text.slice(0, length)).toEqual(heard);
    }
  });
});

test("the spoken text omits markup and names what is not read out", () => {
  expect(said(streams[0]!)).toEqual([
    "The harbour",
    "It is open, from $9 to $12.",
    "It has 3.5 berths, e.g. two.",
    "See Dr.",
    "Smith!",
    "Good bye.",
    "And thanks.",
  ]);
  expect(said(streams[2]!)).toEqual([
    "Before.",
    "Now:",
    "Code block.",
    "After.",
    "It costs 5 * 3.",
    "Or 2 < 3 & more.",
    "End",
  ]);
  expect(said(streams[3]!)).toEqual([
    "As a table.",
    "See:",
    "Table.",
    "That was all.",
    "A line.",
    "With a break.",
    "Or",
    "none.",
  ]);
  expect(said(streams[4]!).join(" ")).not.toMatch(/\[|>/);
});

test("the rest of a revised text is spoken without the sentences already heard", () => {
  const reply = new SpokenReply(named, "en", 0);
  expect(reply.grown("One. Two. Three")).toEqual(["One.", "Two."]);
  expect(reply.rest("Two. Four.")).toEqual(["Four."]);
});

test("a growing text is parsed at intervals", () => {
  const reply = new SpokenReply(named, "en", 60_000);
  expect(reply.grown("One. Two")).toEqual(["One."]);
  expect(reply.grown("One. Two. Three")).toEqual([]);
  expect(reply.rest("One. Two. Three")).toEqual(["Two.", "Three"]);
});
