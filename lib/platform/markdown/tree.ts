import type { Token } from "markdown-it";
import { ELEMENT, type Work } from "./work";

/** A part of a text that was read: characters, or an element with what is in it. Safe to show as it is. */
export type Node = string | Element;
export type Element =
  | { kind: "plain"; tag: PlainTag; children: Node[] }
  | { kind: "cell"; tag: "th" | "td"; align: "left" | "right" | "center" | undefined; children: Node[] }
  | { kind: "list"; start: number; children: Node[] }
  /** `address` is a web, mail or relative one; empty for any other. */
  | { kind: "link"; address: string; title: string | undefined; children: Node[] }
  | { kind: "picture"; address: string; children: Node[] }
  /** `isClosed`: its end is written, too. */
  | { kind: "code"; language: string; isClosed: boolean; children: Node[] }
  /** `source` is the formula as it was written, with its marks. */
  | { kind: "math"; isBlock: boolean; source: string; children: Node[] }
  | { kind: "task"; isChecked: boolean; children: Node[] }
  | { kind: "note"; name: string; children: Node[] };

const PLAIN_TAGS = [
  ...(["p", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "sup"] as const),
  ...(["ul", "li", "blockquote", "table", "thead", "tbody", "tr", "hr", "br"] as const),
];
type PlainTag = (typeof PLAIN_TAGS)[number];

/** Elements within one another; what is deeper is shown without its marks. */
const DEEPEST = 60;
/** To set a formula, and each character of it. */
const FORMULA = 50;
const FORMULA_CHARACTER = 5;

/** The characters of a part, without marks. */
export const textIn = (node: Node): string =>
  typeof node === "string" ? node : node.children.map(textIn).join("");

/** The elements that a parser's tokens stand for. @throws TooMuchWork */
export function treeOf(tokens: Token[], work: Work): Node[] {
  const root: Node[] = [];
  /** What is open, and where its parts go: for marks that are left out, where the mark would. */
  const open: { element: Element | null; into: Node[]; isInLink: boolean }[] = [];
  const here = () => open.at(-1) ?? { into: root, isInLink: false };

  const add = (token: Token): void => {
    if (token.type === "inline") {
      for (const child of token.children ?? []) add(child);
    } else if (token.nesting < 0) {
      const closed = open.pop()?.element;
      if (closed?.kind === "plain" && closed.tag === "li") markTask(closed);
      // What says nothing is no header for those who hear a table.
      if (closed?.kind === "cell" && closed.children.length === 0) closed.tag = "td";
    } else if (token.nesting > 0) {
      const { into, isInLink } = here();
      const element = token.hidden || open.length >= DEEPEST ? null : elementOf(token);
      const isLink = element?.kind === "link";
      // A link in a link is none.
      const isShown = element && !(isLink && isInLink);
      if (isShown) put(element);
      open.push(
        isShown
          ? { element, into: element.children, isInLink: isInLink || isLink }
          : { element: null, into, isInLink },
      );
    } else leaf(token);
  };
  const put = (node: Node): void => {
    work.spend(ELEMENT);
    here().into.push(node);
  };
  const leaf = (token: Token): void => {
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
      put({
        kind: "code",
        language,
        isClosed: isClosed(token),
        children: [token.content.replace(/\n$/, "")],
      });
    } else if (isPlain(token.tag)) {
      put({ kind: "plain", tag: token.tag, children: token.content ? [token.content] : [] });
    } else if (token.content) put(token.content);
  };
  for (const token of tokens) add(token);
  return root;
}

/** Besides the lines of the code there are those of both fences. */
function isClosed({ type, map, content }: Token): boolean {
  const [from, to] = map ?? [0, 0];
  return type === "code_block" || (/^$|\n$/.test(content) && to - from === content.split("\n").length + 1);
}

const isPlain = (tag: string): tag is PlainTag => (PLAIN_TAGS as string[]).includes(tag);

function elementOf(token: Token): Element | null {
  const { type, tag } = token;
  const children: Node[] = [];
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
    return { kind: "cell", tag, align: align as "left" | undefined, children };
  }
  if (tag === "s") return { kind: "plain", tag: "del", children };
  return isPlain(tag) ? { kind: "plain", tag, children } : null;
}

/** `- [x] done`: the mark becomes a box. */
function markTask({ children }: Element): void {
  const [first] = children;
  const holder =
    typeof first === "object" && first.kind === "plain" && first.tag === "p" ? first.children : children;
  const mark = typeof holder[0] === "string" ? /^\[([ xX])\](?=\s)/.exec(holder[0]) : null;
  if (!mark) return;
  holder[0] = (holder[0] as string).slice(3);
  holder.unshift({ kind: "task", isChecked: mark[1] !== " ", children: [] });
}

/** An address that a click may open: of the web, of mail, or within this page's site. */
function safe(address: string | number | null | undefined): string {
  const given = String(address ?? "");
  const scheme = /^([^/?#]*?):/.exec(given)?.[1];
  return scheme === undefined || /^(https?|mailto)$/i.test(scheme) ? given : "";
}
