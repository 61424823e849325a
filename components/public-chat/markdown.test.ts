import { describe, expect, it } from "vitest";
import { escapeWithLinks } from "./escape";
import { htmlOf } from "./markdown";
import { languageFor } from "./texts";

describe("markdown of a public chat", () => {
  it("renders text, lists, code and tables", () => {
    expect(htmlOf("**b** ~~s~~ `c`")).toBe("<p><strong>b</strong> <del>s</del> <code>c</code></p>");
    expect(htmlOf("# Title")).toBe("<h3>Title</h3>");
    expect(htmlOf("| a |\n| - |\n| 1 |")).toContain("<td>1</td>");
    expect(htmlOf("```\n<x>\n```")).toBe('<pre tabindex="0"><code>&lt;x&gt;\n</code></pre>');
  });

  it.each([
    "<img src=x onerror=alert(1)>",
    "![p](https://sink.test/p.png)",
    "![p][r]\n\n[r]: https://sink.test/p.png",
    "![p](data:image/svg+xml,<svg/onload=alert(1)>)",
    "<svg/onload=alert(1)>",
    "<script>alert(1)</script>",
    '<a href="javascript:alert(1)" onclick=alert(1)>',
    '[x](https://e.test "t\\" onmouseover=alert(1)")',
    "`<img src=x>`",
    "<!-- --><style>@import 'https://sink.test'</style>",
  ])("loads and runs nothing: %s", (text) => {
    const html = htmlOf(text);
    expect(html).not.toMatch(/<(img|svg|script|style|iframe|object)/i);
    for (const tag of html.match(/<[^>]*>/g) ?? [])
      expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+=/i);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "&#106;avascript:alert(1)",
  ])("links nowhere by %s", (address) => expect(htmlOf(`[x](${address})`)).toContain('href=""'));

  it("links away without telling where from", () =>
    expect(htmlOf("https://e.test/a")).toBe(
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://e.test/a">https://e.test/a</a></p>',
    ));

  it.each([
    ">".repeat(20_000),
    "[".repeat(50_000),
    "*a ".repeat(30_000),
    "- ".repeat(20_000),
    "a\n".repeat(50_000),
  ])("is quick with hostile texts", (text) => {
    const started = performance.now();
    expect(htmlOf(text)).toContain("<p");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("plain text with links", () => {
  it("shows where a link leads, and takes nothing else for one", () => {
    expect(escapeWithLinks("See https://a.test/x?y=1&z=2.")).toBe(
      'See <a href="https://a.test/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer nofollow">https://a.test/x?y=1&amp;z=2</a>.',
    );
    expect(escapeWithLinks("<b>javascript:alert(1)</b> [x](y)")).toBe(
      "&lt;b&gt;javascript:alert(1)&lt;/b&gt; [x](y)",
    );
    expect(escapeWithLinks('https://a.test/"onclick="x')).not.toContain('"onclick');
  });
});

describe("language", () => {
  it.each([
    [null, "en"],
    ["de-CH,de;q=0.9,en;q=0.8", "de"],
    ["pt,fr;q=0.5,es;q=0.7", "es"],
    ["zh-TW", "zh"],
    ["constructor", "en"],
    ["ar;q=0, en", "en"],
  ])("%s is %s", (accepted, language) => expect(languageFor(accepted)).toBe(language));
});
