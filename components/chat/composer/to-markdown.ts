import { gfm } from "@joplin/turndown-plugin-gfm";
import Turndown from "turndown";

const FORMATTING =
  "h1,h2,h3,h4,h5,h6,ul,ol,table,pre,code,blockquote,strong,em,del,s,a[href],b:not([style*='font-weight:normal']),i:not([style*='font-style:normal'])";

const service = new Turndown({
  headingStyle: "atx",
  hr: "---",
  bulletListMarker: "-",
  codeBlockStyle: "fenced",
  emDelimiter: "*",
});
service.use(gfm);
service.remove([
  "style",
  "script",
  "title",
  "meta",
  "noscript",
  "img",
  "svg",
] as (keyof HTMLElementTagNameMap)[]);
// Google Docs wraps everything in a <b> that isn't bold.
service.addRule("not-bold", {
  filter: (node) => node.nodeName === "B" && node.style.fontWeight === "normal",
  replacement: (content) => content,
});
// Editors copy code as <pre> without <code>, with <br> at the ends of lines.
service.addRule("bare-code", {
  filter: (node) => node.nodeName === "PRE" && node.firstChild?.nodeName !== "CODE",
  replacement: (_, node) => {
    const element = node as HTMLElement;
    for (const end of element.querySelectorAll("br")) end.replaceWith("\n");
    const code = (element.textContent ?? "").replace(/\n$/, "");
    const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    return `\n\n${fence}\n${code}\n${fence}\n\n`;
  },
});
service.addRule("unsafe-link", {
  filter: (node) => node.nodeName === "A" && !/^(https?|mailto):/i.test(node.getAttribute("href") ?? ""),
  replacement: (content) => content,
});

/** Converts copied HTML to Markdown. Returns undefined for a text without formatting. */
export function toMarkdown(html: string): string | undefined {
  // Documents of DOMParser run no scripts and load nothing.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  if (!body.querySelector(FORMATTING)) return undefined;
  // Table cells hold one line in Markdown.
  for (const block of body.querySelectorAll("td p, th p")) block.replaceWith(...block.childNodes);
  return service.turndown(body).trim() || undefined;
}
