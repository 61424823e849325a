import { read } from "./parse";
import { type Node, textIn } from "./tree";

/** What stands on lines of its own. */
const LINES = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "blockquote", "br", "hr"]);

/** The words of a Markdown text, as one would say them: without its marks, each part on a line. */
export const wordsOf = (markdown: string): string =>
  read(markdown)
    .map(({ source, nodes }) => (nodes ? nodes.map(said).join("") : `${source}\n`))
    .join("\n")
    .replace(/[ \t]*\n\s*/g, "\n")
    .trim();

function said(node: Node): string {
  if (typeof node === "string") return node;
  const inner = node.children.map(said).join("");
  switch (node.kind) {
    case "plain":
      return LINES.has(node.tag) ? `\n${inner.replace(/, $/, "")}\n` : inner;
    case "cell":
      return `${inner}, `;
    case "note":
      return `\n${node.name}: ${inner}\n`;
    case "code":
      return `\n${textIn(node)}\n`;
    case "math":
      return node.isBlock ? `\n${inner}\n` : inner;
    case "list":
    case "link":
    case "picture":
    case "task":
      return inner;
  }
}
