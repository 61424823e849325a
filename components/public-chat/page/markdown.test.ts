import { describe, expect, it } from "vitest";
import { loadTexts } from "@/lib/platform/words/catalogue";
import { processorTime } from "@/test/processor-time";
import { escapeWithLinks, renderDocument } from "./document-html";
import { toHtml } from "./markdown";

describe("Markdown of a public chat", () => {
  it("renders text, lists, code and tables", () => {
    expect(toHtml("**b** ~~s~~ `c`")).toBe("<p><strong>b</strong> <del>s</del> <code>c</code></p>");
    expect(toHtml("# Title")).toBe('<h3 aria-level="2">Title</h3>');
    expect(toHtml("| a |\n| - |\n| 1 |")).toContain("<td>1</td>");
    expect(toHtml("```\n<x>\n```")).toBe('<pre tabindex="0"><code>&lt;x&gt;\n</code></pre>');
  });

  it("shows a formula as its source, and a display formula on its own line", () => {
    expect(toHtml("It is $x$ or $5")).toBe("<p>It is $x$ or $5</p>");
    expect(toHtml("So\n$$\nx\n$$")).toBe('<p>So</p><span class="formula">$$\nx\n$$</span>');
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
    const html = toHtml(text);
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
  ])("creates no link for %s", (address) => expect(toHtml(`[x](${address})`)).toContain('href=""'));

  it("sends no referrer from external links", () =>
    expect(toHtml("https://e.test/a")).toBe(
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://e.test/a">https://e.test/a</a></p>',
    ));

  it("renders the newest messages on the server within a work limit, and leaves the others to the browser", async () => {
    const message = (id: number, text: string) => ({
      ...{ id, message: text, role: "assistant" as const, attachments: null, error: null, stopped: false },
      ...{ created_at: "2026-01-01T00:00:00.000Z", replying_to_message_id: null, citations: [] },
    });
    const hostile = Array.from({ length: 100 }, (_, n) => message(n, `${n} ${"*a_ **b ".repeat(1500)}`));
    const texts = await loadTexts("en", "visitor");
    let html = "";
    const taken = await processorTime(() => {
      html = renderDocument({
        ...{
          chatId: "x",
          language: "en",
          texts,
          nonce: "n",
          avatar: null,
          greeting: null,
          suggestedQuestions: [],
        },
        ...{ fileTypes: [], mailsConversations: false },
        look: { title: "x", footer: null, theme: null, variables: { light: "", dark: "" } },
        messages: [...hostile, message(100, "The **last**")],
      });
    });
    expect(taken).toBeLessThan(300);
    expect(html).toContain("<strong>last</strong>");
    expect(html).toMatch(
      /data-id="0" data-plain><span[^>]*>[^<]*<\/span><div class="bubble" dir="auto"><p class="plain">0 \*a_/,
    );
  });
});

describe("plain text with links", () => {
  it("links addresses and nothing else", () => {
    expect(escapeWithLinks("See https://a.test/x?y=1&z=2.")).toBe(
      'See <a href="https://a.test/x?y=1&amp;z=2" target="_blank" rel="noopener noreferrer nofollow">https://a.test/x?y=1&amp;z=2</a>.',
    );
    expect(escapeWithLinks("<b>javascript:alert(1)</b> [x](y)")).toBe(
      "&lt;b&gt;javascript:alert(1)&lt;/b&gt; [x](y)",
    );
    expect(escapeWithLinks('https://a.test/"onclick="x')).not.toContain('"onclick');
  });
});
