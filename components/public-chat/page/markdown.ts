export { SpokenReply } from "@/lib/platform/markdown/spoken-reply";

import { escapeText } from "@/lib/platform/markdown/escape.mjs";
import { getHeadingLevel, getOutlineLevel } from "@/lib/platform/markdown/headings.mjs";
import { type Block, read, readWithin } from "@/lib/platform/markdown/parse.mjs";
import { type Element, hasSides, isProgramLink, type Node } from "@/lib/platform/markdown/tree.mjs";
import type { Work } from "@/lib/platform/markdown/work.mjs";

/**
 * Renders Markdown as safe HTML, identically on the server and in the browser. HTML is escaped, addresses are limited
 * to web and mail, and pictures become links because loading a remote picture could leak the conversation.
 */
export const toHtml = (markdown: string): string => read(markdown).map(blockHtml).join("\n");

/**
 * Renders like `toHtml` within the budget of a whole page.
 * @throws TooMuchWork
 */
export const renderWithinBudget = (markdown: string, work: Work): string =>
  readWithin(markdown, work).map(blockHtml).join("\n");

export const toPlainHtml = (text: string): string => `<p class="plain">${escapeText(text)}</p>`;

const blockHtml = ({ source, nodes }: Block): string => (nodes ? allHtml(nodes) : toPlainHtml(source));
const allHtml = (nodes: Node[]): string => nodes.map(html).join("");

function html(node: Node): string {
  if (typeof node === "string") return escapeText(node);
  const inner = allHtml(node.children);
  switch (node.kind) {
    case "plain":
      return plain(node, inner);
    case "cell":
      return `<${node.tag}${node.align ? ` align="${node.align}"` : ""}>${inner}</${node.tag}>`;
    case "list":
      return `<ol dir="auto"${node.start === 1 ? "" : ` start="${node.start}"`}>${inner}</ol>`;
    case "link":
    case "picture":
      return `<a${isProgramLink(node.address) ? "" : ' target="_blank"'} rel="noopener noreferrer nofollow" href="${escapeText(node.address)}">${inner}</a>`;
    case "code": {
      const language = node.language && ` class="language-${escapeText(node.language)}"`;
      return `<pre tabindex="0"><code${language}>${inner}\n</code></pre>`;
    }
    case "math":
      return node.isBlock
        ? `<span class="formula">${escapeText(node.source)}</span>`
        : escapeText(node.source);
    case "task":
      return `<input type="checkbox" disabled aria-label="${node.isChecked ? "✓" : "○"}"${node.isChecked ? " checked" : ""}>`;
    case "note":
      return `<div class="note">${inner}</div>`;
  }
}

function plain(node: Element & { kind: "plain" }, inner: string): string {
  const { tag, children } = node;
  if (tag === "hr" || tag === "br") return `<${tag}>`;
  if (tag === "table") return `<div class="table" dir="auto" tabindex="0"><table>${inner}</table></div>`;
  const level = getHeadingLevel(tag);
  const name = level ? `h${Math.min(6, level + 2)}` : tag;
  const attributes = level ? ` aria-level="${getOutlineLevel(node)}"` : hasSides(node) ? ' dir="auto"' : "";
  return children.length === 0 && tag === "p" ? "" : `<${name}${attributes}>${inner}</${name}>`;
}
