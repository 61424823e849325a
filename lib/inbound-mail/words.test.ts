import { expect, test } from "vitest";
import { wordsOf } from "./words";

const said = (given: { text?: string; html?: string }) =>
  wordsOf({ text: undefined, html: undefined, ...given }).said;

test.each([
  ["spaces", { text: `a${" ".repeat(2_000_000)}b` }],
  ["lines of spaces", { text: `${" ".repeat(40_000)}a\n`.repeat(50) }],
  ...["<", "<!--", "<script>", "<title>", "<head>", "<blockquote ", "<a<", "</script ", "&", " ", "<p> "].map(
    (piece): [string, { html: string }] => [piece, { html: piece.repeat(2_000_000 / piece.length) }],
  ),
])("two megabytes of %s are read soon", (_what, given) => {
  // Processor time, so that it does not matter what else the machine does.
  const start = process.cpuUsage();
  said(given);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(900);
});

test("shows what a browser shows of a page", () => {
  expect(said({ html: "<head><title>No</title></head><body>One <b>two</b>\n three" })).toBe("One two three");
  expect(said({ html: "a<!-- <b>no --> c<SCRIPT>no()</Script >d<style>no" })).toBe("a cd");
  expect(said({ html: "2 < 3 and <i>4</i><constructor> > 3<br/>next<li>item</li>" })).toBe(
    "2 < 3 and 4 > 3\nnext\n- item",
  );
  expect(said({ html: "<p>One</p><p>&lt;b&gt;</p><blockquote class='x'>Old" })).toBe("One\n<b>");
});

test("drops the blanks at the ends of lines", () => {
  expect(said({ text: "One \t\u00a0\r\n\r\n\r\n\r\ntwo  " })).toBe("One\n\ntwo");
});

test("takes the page when the text is blank", () => {
  expect(said({ text: " \n ", html: "<p>Words</p>" })).toBe("Words");
});
