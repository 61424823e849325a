import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/words";
import { toHtml } from "@/components/public-chat/page/markdown";
import { read } from "@/lib/platform/markdown/parse.mjs";
import { splitIntoSentences } from "@/lib/platform/markdown/sentences";
import { renderMarkdownAsHtml, renderMarkdownAsText } from "@/lib/platform/markdown/standalone.mjs";
import { getNodeText, type Node } from "@/lib/platform/markdown/tree.mjs";
import { Work } from "@/lib/platform/markdown/work.mjs";
import { compileWords } from "@/lib/platform/words/catalogue";
import { createTranslate } from "@/lib/platform/words/translate";
import cases from "@/test/markdown/cases.json";
import { renderOnServer } from "./server-markdown";

const reader = { language: "en", locale: "en-GB" } as const;
const words = await compileWords("en", ["markdown"]);
const t = createTranslate<"markdown">(reader, words.markdown);
const workspace = (text: string) =>
  renderToStaticMarkup(
    <TranslationsProvider reader={reader} words={words}>
      {renderOnServer(t, text, new Work(1_000_000))}
    </TranslationsProvider>,
  );
const mail = (text: string) => renderMarkdownAsHtml(text, "https://base.test");

// Normalizes the differences between the renderers' HTML.
const plainly = (html: string): string =>
  html
    .replace(/<figcaption.*?<\/figcaption>/gs, "")
    .replace(/<input[^>]*>/g, (input) => (/ checked/.test(input) ? "[x]" : "[ ]"))
    .replace(/☑/g, "[x]")
    .replace(/☐/g, "[ ]")
    .replace(/<\/?(?:div|section|figure|span)\b[^>]*>/g, "")
    .replace(/<(\w+)[^>]*>/g, (tag, name) => {
      const kept = / (?:href="[^"]+|start="\d+)"/.exec(tag)?.[0] ?? "";
      return `<${name}${name === "a" || name === "ol" ? kept : ""}>`;
    })
    .replace(/\s*<\/code><\/pre>/g, "</code></pre>")
    .replace(/>\n</g, "><")
    .replace(/&quot;/g, '"')
    .replace(/&#(?:x27|39);/g, "'")
    .trim();

// Lowers headings by two levels, as on the public chat page.
const lowered = (html: string) =>
  html.replace(/(<\/?h)([1-6])>/g, (_, mark, level) => `${mark}${Math.min(6, Number(level) + 2)}>`);
const withoutLinks = (html: string) => html.replace(/<\/?a\b[^>]*>/g, "");

const { commonmark, gfm, html, links, notes, cjk, code } = cases as unknown as Record<
  string,
  [string, string][]
>;

describe("all Markdown renderers agree", () => {
  test.each([...commonmark!, ...gfm!, ...html!, ...links!, ...notes!, ...cjk!, ...code!])(
    "%j",
    (text, expected) => {
      expect(plainly(workspace(text)), "workspace").toBe(plainly(expected));
      expect(plainly(toHtml(text)), "public page").toBe(plainly(lowered(expected)));
      expect(plainly(withoutLinks(mail(text))), "mail").toBe(plainly(withoutLinks(expected)));
    },
  );
});

test("tables keep the alignment of their columns", () => {
  const text = "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |";
  const aligned = (html: string, rule: RegExp) =>
    [...html.matchAll(/<t[hd]\b[^>]*>/g)].map(([cell]) => rule.exec(cell)?.[1]);
  const row = ["left", "center", "right", undefined];
  expect(aligned(workspace(text), /text-align:(\w+)/)).toEqual([...row, ...row]);
  expect(aligned(toHtml(text), /align="(\w+)"/)).toEqual([...row, ...row]);
});

test("lists, tables and quotes start on the side given by the direction of their text", () => {
  const text = "- مرحبا\n  1. one\n\n| שלום | 5 |\n|---|---|\n| a | 6 |\n\n> سلام";
  for (const html of [workspace(text), toHtml(text)])
    for (const tag of [
      /<ul dir="auto"/,
      /<ol dir="auto"/,
      /<div[^>]* dir="auto"[^>]*><table>/,
      /<blockquote dir="auto"/,
    ])
      expect(html).toMatch(tag);
  const sent = mail(text);
  for (const tag of [
    /<ul dir="rtl"/,
    /<ol dir="ltr"/,
    /<table dir="rtl"/,
    /<blockquote dir="rtl"[^>]*border-right/,
  ])
    expect(sent).toMatch(tag);
  expect(mail("> quoted")).toMatch(/<blockquote dir="ltr"[^>]*border-left/);
});

test("phone links open no new page, and mails show the number without its scheme", () => {
  const text = "[Ring us](tel:+493012345)";
  for (const html of [workspace(text), toHtml(text)]) expect(html).not.toContain("_blank");
  expect(mail(text)).toContain('href="tel:+493012345"');
  expect(renderMarkdownAsText(text, "https://base.test")).toBe("Ring us (+493012345)");
});

test("a plain text mail keeps paragraphs of footnotes and lines of cells", () => {
  const text = "a[^1]\n\n[^1]: One.\n\n    Two.\n\n|b|\n|-|\n|c<br>d|";
  expect(renderMarkdownAsText(text, "https://base.test")).toBe("a1\n\n[1] One.\n\nTwo.\n\nb\nc\nd");
});

test("chemical formulas are rendered with the commands of mhchem", () => {
  for (const text of ["$\\ce{2 H2 + O2 -> 2 H2O}$", "\\ce{^{227}_{90}Th+}", "$$\\pu{123 kJ/mol}$$"])
    expect(workspace(text)).toMatch(/<math.*<\/math>/s);
  expect(workspace("\\ce{H2O}")).toMatch(/<mi mathvariant="normal">H<\/mi>|<mi>H<\/mi>|<mtext>H<\/mtext>/);
});

test("an empty table cell is not announced as a header", () => {
  const cells = (html: string) => [...html.matchAll(/<(t[hd])\b/g)].map(([, tag]) => tag);
  for (const html of [workspace, toHtml, mail].map((render) =>
    render("|  | 2026 |\n|---|---|\n| Oslo | 5 |"),
  ))
    expect(cells(html)).toEqual(["td", "th", "td", "td"]);
});

describe("sums of money render as text", () => {
  test.each(cases.prices)("%s", (text) => {
    const words = text.replaceAll(/\s+/g, " ");
    for (const html of [workspace(text), toHtml(text), mail(text)]) {
      expect(html).not.toMatch(/<math|class="formula"/);
      const shown = html
        .replace(/<\/p>/g, " ")
        .replace(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<");
      expect(shown.replaceAll("&#39;", "'").replaceAll("&#x27;", "'").replaceAll(/\s+/g, " ").trim()).toBe(
        words,
      );
    }
    for (const shown of [
      renderMarkdownAsText(text, "https://base.test"),
      splitIntoSentences(text, { code: "", table: "" }, "en").join(" "),
    ])
      expect(shown.replaceAll(/\s+/g, " ")).toBe(words);
  });
});

type Formula = string | [string];
const formulasIn = (node: Node): Formula[] =>
  typeof node === "string"
    ? []
    : node.kind === "math"
      ? [node.isBlock ? [getNodeText(node)] : getNodeText(node)]
      : node.children.flatMap(formulasIn);

describe("formulas render as formulas", () => {
  test.each(cases.formulas as [string, Formula[]][])("%j", (text, expected) => {
    const found = read(text).flatMap(({ nodes }) => nodes!.flatMap(formulasIn));
    expect(found).toEqual(expected);
    const inBlocks = expected.filter((formula) => typeof formula !== "string");
    expect(workspace(text).match(/<math/g) ?? [], "workspace").toHaveLength(expected.length);
    expect(workspace(text).match(/display="block"/g) ?? [], "workspace").toHaveLength(inBlocks.length);
    // Other renderers show formulas verbatim.
    expect(toHtml(text).match(/class="formula"/g) ?? [], "public page").toHaveLength(inBlocks.length);
    for (const tex of expected.flat())
      for (const shown of [toHtml(text), mail(text), renderMarkdownAsText(text, "https://base.test")])
        expect(shown).toContain(tex.trim());
  });
});

describe("a text that is still streaming", () => {
  test.each(cases.streams)("renders at each character: %.40s…", (text) => {
    for (let length = 0; length <= text.length; length++) {
      const prefix = text.slice(0, length);
      expect(workspace(prefix)).not.toMatch(/katex-error|ParseError|<script|<img/);
      for (const render of [toHtml, mail]) expect(render(prefix)).not.toMatch(/<script|<img/);
      renderMarkdownAsText(prefix, "https://base.test");
    }
  });

  test("keeps a code block open until its fence is closed", () => {
    const codeIn = (node: Node): boolean[] =>
      typeof node === "string" ? [] : node.kind === "code" ? [node.isClosed] : node.children.flatMap(codeIn);
    const closed = (text: string) => read(text).flatMap(({ nodes }) => nodes!.flatMap(codeIn));
    for (const open of [
      "```html",
      "```html\n",
      "```html\n<p>",
      "```html\n<p>\n``",
      "```\na\n\n\n",
      "````\n```",
    ])
      expect(closed(open), open).toEqual([false]);
    for (const whole of ["```html\n```", "```html\n<p>\n```", "~~~\n\n\n~~~", "    indented"])
      expect(closed(whole), whole).toEqual([true]);
    expect(closed("> ```\n> a\n\n```\nb\n```")).toEqual([false, true]);
  });
});

test("headings form an outline below the page title, at whatever level their author starts", () => {
  const levels = (html: string) =>
    [...html.matchAll(/<h(\d)(?: aria-level="(\d)")?>/g)].map(([, tag, level]) => Number(level ?? tag));
  const cases: [string, number[]][] = [
    ["# A\n\n## B\n\n# C", [2, 3, 2]],
    ["### A\n\n### B\n\n#### C\n\n# D", [2, 3, 4, 2]],
    ["## A\n\n#### B\n\n## C", [2, 3, 3]],
    ["> ### A\n\n- ##### B\n\n###### C", [2, 3, 4]],
  ];
  for (const [text, expected] of cases) {
    expect(levels(workspace(text)), text).toEqual(expected);
    expect(levels(toHtml(text)), text).toEqual(expected);
  }
});
