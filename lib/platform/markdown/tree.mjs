// @ts-check
import { ELEMENT } from "./work.mjs";

/**
 * @typedef {import("markdown-it").Token} Token
 * @typedef {import("./work.mjs").Work} Work
 *
 * A parsed node: text, or an element with children. Safe to render.
 * @typedef {string | Element} Node
 *
 * `address` is an HTTP(S), mail, phone or relative address, and empty for any other. `isClosed` is set when the code
 * block's closing fence has been written. `source` is a formula with its delimiters, which are dollars for
 * formulas in a code block. `level` is a heading's level in the outline if it differs from the author's.
 * @typedef {{ kind: "plain", tag: PlainTag, level?: number, children: Node[] }
 * | { kind: "cell", tag: "th" | "td", align: "left" | "right" | "center" | undefined, children: Node[] }
 * | { kind: "list", start: number, children: Node[] }
 * | { kind: "link", address: string, title: string | undefined, children: Node[] }
 * | { kind: "picture", address: string, children: Node[] }
 * | { kind: "code", language: string, isClosed: boolean, children: Node[] }
 * | { kind: "math", isBlock: boolean, source: string, children: Node[] }
 * | { kind: "task", isChecked: boolean, children: Node[] }
 * | { kind: "note", name: string, children: Node[] }} Element
 */

const PLAIN_TAGS = [
  .../** @type {const} */ (["p", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "sup"]),
  .../** @type {const} */ (["ul", "li", "blockquote", "table", "thead", "tbody", "tr", "hr", "br"]),
];
/** @typedef {(typeof PLAIN_TAGS)[number]} PlainTag */

const MAX_DEPTH = 60;
const FORMULA = 50;
const FORMULA_CHARACTER = 5;

/**
 * Returns the text of a node without markup.
 * @param {Node} node
 * @returns {string}
 */
export const getNodeText = (node) =>
  typeof node === "string" ? node : node.children.map(getNodeText).join("");

/**
 * Returns true for elements with a bullet or border at the side where their text begins.
 * @param {Element} element
 */
export const hasSides = (element) =>
  element.kind === "list" || (element.kind === "plain" && /^(ul|blockquote|table)$/.test(element.tag));

/** @param {string} address */
export const isProgramLink = (address) => /^(mailto|tel|sms):/i.test(address);

/**
 * Builds the element tree from the parser's tokens.
 * @param {Token[]} tokens
 * @param {Work} work
 * @returns {Node[]}
 * @throws TooMuchWork
 */
export function buildTree(tokens, work) {
  /** @type {Node[]} */
  const root = [];
  /**
   * Stack of open elements and where their children go; children of an omitted element go to its parent. @type {{
   * element: Element | null, into: Node[], isInLink: boolean }[]}
   */
  const open = [];
  const here = () => open.at(-1) ?? { into: root, isInLink: false };

  /** @param {Token} token */
  const add = (token) => {
    if (token.type === "inline") {
      for (const child of token.children ?? []) add(child);
    } else if (token.nesting < 0) {
      const closed = open.pop()?.element;
      if (closed?.kind === "plain" && closed.tag === "li") markTask(closed);
      if (closed?.kind === "note") markNote(closed);
      // Screen readers announce empty header cells.
      if (closed?.kind === "cell" && closed.children.length === 0) closed.tag = "td";
    } else if (token.nesting > 0) {
      const { into, isInLink } = here();
      const element = token.hidden || open.length >= MAX_DEPTH ? null : toElement(token);
      const isLink = element?.kind === "link";
      // HTML permits no links inside links.
      const isShown = element && !(isLink && isInLink);
      if (isShown) put(element);
      open.push(
        isShown
          ? { element, into: element.children, isInLink: isInLink || isLink }
          : { element: null, into, isInLink },
      );
    } else leaf(token);
  };
  /** @param {Node} node */
  const put = (node) => {
    work.spend(ELEMENT);
    here().into.push(node);
  };
  /** @param {Token} token */
  const leaf = (token) => {
    if (token.type === "softbreak") put("\n");
    else if (token.type === "image") {
      const alt = (token.children ?? []).map(({ content }) => content).join("");
      if (here().isInLink) put(alt || "Image");
      else put({ kind: "picture", address: safe(token.attrGet("src")), children: [alt] });
    } else if (token.type === "math") {
      work.spend(FORMULA + FORMULA_CHARACTER * token.content.length);
      put({ kind: "math", isBlock: token.block, source: token.markup, children: [token.content] });
    } else if (token.type === "fence" || token.type === "code_block") {
      const [language = ""] = token.info.trim().split(/\s/);
      const code = token.content.replace(/\n$/, "");
      if (language === "math" && isClosed(token) && code.trim() !== "") {
        work.spend(FORMULA + FORMULA_CHARACTER * code.length);
        put({ kind: "math", isBlock: true, source: `$$\n${code}\n$$`, children: [code] });
      } else put({ kind: "code", language, isClosed: isClosed(token), children: [code] });
    } else if (isPlain(token.tag)) {
      put({ kind: "plain", tag: token.tag, children: token.content ? [token.content] : [] });
    } else if (token.content) put(token.content);
  };
  for (const token of tokens) add(token);
  return root;
}

/**
 * Returns true when the code block has a closing fence: the block then spans two more lines than its content.
 * @param {Token} token
 */
function isClosed({ type, map, content }) {
  const [from, to] = map ?? [0, 0];
  return type === "code_block" || (/^$|\n$/.test(content) && to - from === content.split("\n").length + 1);
}

/** @param {string} tag @returns {tag is PlainTag} */
const isPlain = (tag) => /** @type {string[]} */ (PLAIN_TAGS).includes(tag);

/** @param {Token} token @returns {Element | null} */
function toElement(token) {
  const { type, tag } = token;
  /** @type {Node[]} */
  const children = [];
  if (type === "link_open") {
    const title = token.attrGet("title");
    return {
      kind: "link",
      address: safe(token.attrGet("href")),
      title: title ? String(title) : undefined,
      children,
    };
  }
  if (type === "ordered_list_open")
    return { kind: "list", start: Number(token.attrGet("start") ?? 1), children };
  if (type === "note_open") return { kind: "note", name: token.info, children };
  if (tag === "th" || tag === "td") {
    const [, align] = /(left|right|center)/.exec(String(token.attrGet("style") ?? "")) ?? [];
    return { kind: "cell", tag, align: /** @type {"left" | undefined} */ (align), children };
  }
  if (tag === "s") return { kind: "plain", tag: "del", children };
  return isPlain(tag) ? { kind: "plain", tag, children } : null;
}

/**
 * Turns `- [x] done` into a checkbox.
 * @param {Element} element
 */
function markTask({ children }) {
  const [first] = children;
  const holder =
    typeof first === "object" && first.kind === "plain" && first.tag === "p" ? first.children : children;
  const mark = typeof holder[0] === "string" ? /^\[([ xX])\](?=\s)/.exec(holder[0]) : null;
  if (!mark) return;
  holder[0] = /** @type {string} */ (holder[0]).slice(3);
  holder.unshift({ kind: "task", isChecked: mark[1] !== " ", children: [] });
}

/**
 * Puts the footnote's number into its first paragraph.
 * @param {Element & { kind: "note" }} note
 */
function markNote({ name, children }) {
  const [first] = children;
  /** @type {Node[]} */
  const mark = [{ kind: "plain", tag: "sup", children: [name] }, " "];
  if (typeof first === "object" && first.kind === "plain" && first.tag === "p")
    first.children.unshift(...mark);
  else children.unshift({ kind: "plain", tag: "p", children: mark });
}

/**
 * Returns the address if it is HTTP(S), mail, phone or relative, else "".
 * @param {string | number | null | undefined} address
 */
function safe(address) {
  const given = String(address ?? "");
  const scheme = /^([^/?#]*?):/.exec(given)?.[1];
  return scheme === undefined || /^(https?|mailto|tel|sms)$/i.test(scheme) ? given : "";
}
