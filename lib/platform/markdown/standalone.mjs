// @ts-check
import { getTextDirection } from "./direction.mjs";
import { escapeText } from "./escape.mjs";
import { read } from "./parse.mjs";
import { getNodeText, hasSides } from "./tree.mjs";

/**
 * @typedef {import("./tree.mjs").Element} Element
 * @typedef {import("./tree.mjs").Node} Node
 */

/** Inline styles, because mail programs ignore style sheets. @type {Partial<Record<string, string>>} */
const STYLES = {
  p: "margin:0 0 16px",
  table: "border-collapse:collapse;margin:0 0 16px",
  blockquote: "margin:0 0 16px;color:#56605a",
  code: "font-family:ui-monospace,monospace;font-size:14px",
  ul: "margin:0 0 16px;padding:0 24px",
  ol: "margin:0 0 16px;padding:0 24px",
};
const QUOTES = {
  ltr: "padding-left:12px;border-left:3px solid #dbe0d7",
  rtl: "padding-right:12px;border-right:3px solid #dbe0d7",
};
const CELL = "border:1px solid #dbe0d7;padding:6px 10px;vertical-align:top;text-align:";
const PRE = "margin:0 0 16px;padding:12px;background:#f7f8f5;border-radius:8px;white-space:pre-wrap";

/**
 * Renders Markdown as standalone HTML for mails and files: HTML in the source is escaped, nothing is loaded, and
 * links are HTTP(S), mail or phone addresses.
 * @param {string} markdown
 * @param {string} base URL that relative addresses are resolved against
 */
export const renderMarkdownAsHtml = (markdown, base) =>
  read(markdown)
    .map(({ source, nodes }) =>
      nodes ? allHtml(nodes, base) : `<p style="white-space:pre-line">${escapeText(source)}</p>`,
    )
    .join("\n");

/** @param {Node[]} nodes @param {string} base @returns {string} */
const allHtml = (nodes, base) => nodes.map((node) => html(node, base)).join("");

/** @param {Node} node @param {string} base @returns {string} */
function html(node, base) {
  if (typeof node === "string") return escapeText(node);
  const inner = allHtml(node.children, base);
  switch (node.kind) {
    case "plain":
      if (node.tag === "br" || node.tag === "hr") return `<${node.tag}>`;
      return element(node.tag, inner, directed(node));
    case "cell":
      return `<${node.tag} style="${CELL}${node.align ?? "start"}">${inner}</${node.tag}>`;
    case "list":
      return element("ol", inner, directed(node) + (node.start === 1 ? "" : ` start="${node.start}"`));
    case "link":
    case "picture": {
      const address = absolute(node.address, base);
      return address ? `<a href="${escapeText(address)}">${inner || escapeText(address)}</a>` : inner;
    }
    case "code":
      return `<pre style="${PRE}">${element("code", inner)}</pre>`;
    case "math":
      return escapeText(node.source);
    case "task":
      return node.isChecked ? "☑" : "☐";
    case "note":
      return inner;
  }
}

/** @param {string} tag @param {string} inner */
function element(tag, inner, attributes = "") {
  const side = tag === "blockquote" ? `;${attributes.includes("rtl") ? QUOTES.rtl : QUOTES.ltr}` : "";
  const style = STYLES[tag];
  return `<${tag}${attributes}${style ? ` style="${style}${side}"` : ""}>${inner}</${tag}>`;
}

/**
 * Sets `dir` from the first strong character as HTML's `dir=auto` does, which few mail programs support.
 * @param {Element} node
 */
function directed(node) {
  if (!hasSides(node) && !(node.kind === "plain" && /^(p|h[1-6])$/.test(node.tag))) return "";
  const direction = getTextDirection(getNodeText(node));
  return direction ? ` dir="${direction}"` : "";
}

/**
 * Returns an absolute address, or "" for a link within the page.
 * @param {string} address
 * @param {string} base
 */
const absolute = (address, base) =>
  address.startsWith("#") || !URL.canParse(address, base) ? "" : new URL(address, base).href;

/**
 * Renders Markdown as plain text for mails: without syntax, and with each link's address after its text.
 * @param {string} markdown
 * @param {string} base
 */
export const renderMarkdownAsText = (markdown, base) =>
  read(markdown)
    .map(({ source, nodes }) => (nodes ? allText(nodes, base) : source))
    .join("\n\n")
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** @param {Node[]} nodes @param {string} base @returns {string} */
const allText = (nodes, base) => nodes.map((node) => text(node, base)).join("");

/** @param {Node} node @param {string} base @returns {string} */
function text(node, base) {
  if (typeof node === "string") return node;
  switch (node.kind) {
    case "plain":
      return plain(node, base);
    case "cell":
      return allText(node.children, base);
    case "list":
      return listed(node, base, (at) => `${node.start + at}. `);
    case "link":
    case "picture": {
      const words = allText(node.children, base);
      const address = absolute(node.address, base).replace(/^(mailto|tel|sms):/, "");
      return address === "" || address === words || address === `${words}/`
        ? words
        : words
          ? `${words} (${address})`
          : address;
    }
    case "code":
      return `${indented(getNodeText(node), "    ", "    ")}\n\n`;
    case "math":
      return node.source;
    case "task":
      return node.isChecked ? "[x]" : "[ ]";
    case "note":
      // The first paragraph of a footnote begins with its name, which the brackets already contain.
      return `[${node.name}] ${allText(node.children, base).slice(node.name.length).trim()}\n\n`;
  }
}

/** @param {Extract<Element, { kind: "plain" }>} node @param {string} base @returns {string} */
function plain(node, base) {
  const { tag, children } = node;
  if (tag === "br") return "\n";
  if (tag === "hr") return "----------\n\n";
  if (tag === "ul") return listed(node, base, () => "- ");
  if (tag === "tr") return `${children.map((cell) => text(cell, base)).join(" | ")}\n`;
  const inner = allText(children, base);
  if (tag === "blockquote") return `${indented(inner.trim(), "> ", "> ")}\n\n`;
  return /^(p|h[1-6]|table)$/.test(tag) ? `${inner}\n\n` : inner;
}

/** @param {Element} element @param {string} base @param {(at: number) => string} markOf */
function listed({ children }, base, markOf) {
  const items = children.filter((child) => typeof child !== "string");
  const lines = items.map((item, at) => {
    const mark = markOf(at);
    const words = allText(item.children, base)
      .replace(/\n{2,}/g, "\n")
      .trim();
    return indented(words, mark, " ".repeat(mark.length));
  });
  return `\n${lines.join("\n")}\n\n`;
}

/** @param {string} lines @param {string} first @param {string} others */
const indented = (lines, first, others) =>
  lines
    .split("\n")
    .map((line, at) => (at === 0 ? first : others) + line)
    .join("\n");
