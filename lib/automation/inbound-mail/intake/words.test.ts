import { expect, test } from "vitest";
import { processorTime } from "@/test/processor-time";
import { splitWords } from "./words.mjs";

const said = (input: { text?: string; html?: string }) => splitWords(input).said;

test.each([
  ["spaces", { text: `a${" ".repeat(2_000_000)}b` }],
  ["lines of spaces", { text: `${" ".repeat(40_000)}a\n`.repeat(50) }],
  ...["<", "<!--", "<script>", "<title>", "<head>", "<blockquote ", "<a<", "</script ", "&", " ", "<p> "].map(
    (piece): [string, { html: string }] => [piece, { html: piece.repeat(2_000_000 / piece.length) }],
  ),
])("two megabytes of %s are parsed quickly", async (_what, given) => {
  expect(await processorTime(() => said(given))).toBeLessThan(900);
});

test("splitWords extracts the visible text of HTML", () => {
  expect(said({ html: "<head><title>No</title></head><body>One <b>two</b>\n three" })).toBe("One two three");
  expect(said({ html: "a<!-- <b>no --> c<SCRIPT>no()</Script >d<style>no" })).toBe("a cd");
  expect(said({ html: "2 < 3 and <i>4</i><constructor> > 3<br/>next<li>item</li>" })).toBe(
    "2 < 3 and 4 > 3\nnext\n- item",
  );
  expect(said({ html: "<p>One</p><p>&lt;b&gt;</p><blockquote class='x'>Old" })).toBe("One\n<b>");
});

test("splitWords removes white space at the ends of lines", () => {
  expect(said({ text: "One \t\u00a0\r\n\r\n\r\n\r\ntwo  " })).toBe("One\n\ntwo");
});

test("splitWords uses the HTML part if the text part is blank", () => {
  expect(said({ text: " \n ", html: "<p>Words</p>" })).toBe("Words");
});

test("splitWords keeps table cells separate, including empty ones", () => {
  const table =
    "<table><tr><th></th><th>Q1</th><th>Q2</th></tr><tr><td>North</td><td>100</td><td>120</td></tr></table>After";
  expect(said({ html: table })).toBe("| Q1 | Q2\nNorth | 100 | 120\nAfter");
  // Formatted as by Outlook.
  const outlook =
    "Hi<table><tr>\n<td><p class=x>Q1</p></td>\n<td><p>100<o:p></o:p></p></td></tr>\n<tr><td><p>Q2</p></td><td><p></p></td><td>7</td></tr></table>";
  expect(said({ html: outlook })).toBe("Hi\nQ1 | 100\nQ2 |  | 7");
  expect(said({ html: "<td>a</td><td>b</td></table></table><td>c" })).toBe("a | b\nc");
});

test("splitWords keeps the address of a link next to its text", () => {
  expect(said({ html: 'See <a class=x href="https://a.test/p?a=1&amp;b=2">the plan</a>, please' })).toBe(
    "See the plan (https://a.test/p?a=1&b=2), please",
  );
  expect(
    said({ html: "<a href='https://a.test/'>a.test</a> <a href=mailto:bo@b.test?subject=x>Bo</a>" }),
  ).toBe("a.test Bo (bo@b.test)");
  expect(said({ html: '<a href="javascript:alert(1)">x</a><a href="https://a.test/"><img></a>' })).toBe("x");
});

test.each([
  "On Mon, Jan 1, 2024 at 10:00 AM Bob <bob@example.test> wrote:",
  "Am 01.01.24 um 10:00 schrieb Bob Beispiel:",
  "pon., 1 sty 2024 o 10:00 Bob <bob@example.test> napisał(a):",
  "W dniu 1.01.2024 o 10:00, Bob Przykład pisze:",
  "W dniu pon., 1 sty 2024 o 10:00 Bob Przykład\n<bob@example.test> napisał(a):",
  "2024年1月1日(月) 10:00 Bob <bob@example.test>:",
  "2024年1月1日(月) 10:00 ボブ\n<bob@example.test>:",
  "Bob <bob@example.test> 于2024年1月1日周一 10:00写道：",
  "2024년 1월 1일 (월) 오전 10:00, Bob <bob@example.test>님이 작성:",
  "пн, 1 янв. 2024 г. в 10:00, Bob <bob@example.test>:",
  "Den mån 1 jan. 2024 kl 10:00 skrev Bob <bob@example.test>:",
  "po 1. 1. 2024 v 10:00 odesílatel Bob <bob@example.test> napsal:",
  "Στις Δευ 1 Ιαν 2024 στις 10:00, ο Bob έγραψε:",
])("splitWords removes a quoted mail that starts with %s", (line) => {
  const { said, rest } = splitWords({ text: `Agreed.\n\n${line}\n\n> Old.\n> Older.` });
  expect(said).toBe("Agreed.");
  expect(rest).toBe(`${line}\n\n> Old.\n> Older.`);
});

test("splitWords keeps lines that only resemble the start of a quote", () => {
  const text = "The times of 2024:\n\n10:00 Opening\n2024-01-01 10:30 Talk:\nwith questions";
  expect(said({ text })).toBe(text);
});

test.each([
  [
    "Plans",
    "FYI\n\n---------- Forwarded message ---------\nFrom: Bob <bob@example.test>\nSubject: Old\n\nThe budget is 400.",
  ],
  [
    "Fwd: Plans",
    "FYI\n\n-- \nAda\n\nBegin forwarded message:\n\nFrom: Bob <bob@example.test>\n\nThe budget is 400.",
  ],
  [
    "WG: Plans",
    "Zur Info.\n\n________________________________\nVon: Bob <bob@example.test>\n\nThe budget is 400.",
  ],
  ["Plans", "Zobacz.\n\n---------- Wiadomość przekazana dalej ---------\nOd: Bob\n\nThe budget is 400."],
])("splitWords keeps a forwarded mail (%s) and the comment on it", (subject, text) => {
  expect(splitWords({ subject, text })).toEqual({
    said: text.replace("-- \n", "--\n"),
    rest: "",
  });
});

test("splitWords removes the quote in an answer to a forwarded mail", () => {
  const text =
    "Fine.\n\nOn Mon, Jan 1, 2024 at 10:00, Bob wrote:\n> ---------- Forwarded message ---------\n> x";
  expect(splitWords({ subject: "Re: Fwd: Plans", text }).said).toBe("Fine.");
});
