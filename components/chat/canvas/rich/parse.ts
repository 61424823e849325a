import MarkdownIt, { type Token } from "markdown-it";
import { MarkdownParser, type ParseSpec } from "prosemirror-markdown";
import { Fragment, type Node } from "prosemirror-model";
import { addCjkEmphasis } from "@/lib/platform/markdown/cjk.mjs";
import { addMath } from "@/lib/platform/markdown/formulas.mjs";
import { addFootnotes, addLineBreaks, addWorkCounting } from "@/lib/platform/markdown/rules.mjs";
import { Work } from "@/lib/platform/markdown/work.mjs";
import { nodes, schema } from "./schema";

const MAX_WORK = 3_000_000;

// The grammar of previews (`lib/platform/markdown/parse.mjs`) with HTML, which is found in order to be left alone.
const grammar = new MarkdownIt({ html: true, linkify: true, maxNesting: 20 });
grammar.use(addWorkCounting).use(addMath).use(addFootnotes).use(addLineBreaks).use(addCjkEmphasis);
grammar.validateLink = () => true;
grammar.linkify.set({ fuzzyLink: false, fuzzyEmail: true });

const isTight = (_: Token, tokens: Token[], at: number): boolean => {
  for (const token of tokens.slice(at + 1)) if (token.type === "paragraph_open") return token.hidden;
  return true;
};
const align = (token: Token) => ({
  align: /text-align:(\w+)/.exec(String(token.attrGet("style") ?? ""))?.[1] ?? null,
});

const SPEC: Record<string, ParseSpec> = {
  paragraph: { block: "paragraph" },
  heading: { block: "heading", getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: "blockquote" },
  bullet_list: {
    block: "bullet_list",
    getAttrs: (token, tokens, at) => ({ marker: token.markup, tight: isTight(token, tokens, at) }),
  },
  ordered_list: {
    block: "ordered_list",
    getAttrs: (token, tokens, at) => ({
      order: Number(token.attrGet("start") ?? 1),
      marker: token.markup,
      tight: isTight(token, tokens, at),
    }),
  },
  list_item: { block: "list_item", getAttrs: ({ meta }) => ({ checked: meta?.checked ?? null }) },
  code_block: { block: "code_block", noCloseToken: true },
  fence: { block: "code_block", getAttrs: ({ info }) => ({ params: info.trim() }), noCloseToken: true },
  math_block: {
    block: "math_block",
    getAttrs: ({ markup }) => ({ open: markup.slice(0, 2) }),
    noCloseToken: true,
  },
  hr: { node: "horizontal_rule" },
  table: { block: "table" },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: "table_row" },
  th: { block: "table_header", getAttrs: align },
  td: { block: "table_cell", getAttrs: align },
  image: {
    node: "image",
    getAttrs: (token) => ({
      src: token.attrGet("src"),
      title: token.attrGet("title") || null,
      alt: token.content || null,
    }),
  },
  softbreak: { node: "hard_break", getAttrs: () => ({ isSoft: true }) },
  hardbreak: { node: "hard_break" },
  em: { mark: "em" },
  strong: { mark: "strong" },
  s: { mark: "strike" },
  link: {
    mark: "link",
    getAttrs: (token) => ({
      href: token.attrGet("href"),
      title: token.attrGet("title") || null,
      isBare: token.markup === "linkify",
    }),
  },
  code_inline: { mark: "code", noCloseToken: true },
  math: { mark: "math", noCloseToken: true },
};

export type Parsed = { node: Node; source: string; isKept: boolean };

/**
 * Parses Markdown block by block. A block with something that the editor can't edit is kept as a `source` block.
 * @returns for each block its node, its text, and where it stands; undefined for a text that is too complex
 */
export function parseBlocks(text: string): (Parsed & { from: number; to: number })[] | undefined {
  const starts = listLineStarts(text);
  const tokens = tokenize(text);
  if (!tokens) return undefined;
  const blocks: (Parsed & { from: number; to: number })[] = [];
  let end = 0;
  const addDefinitions = (to: number) => {
    const gap = text.slice(end, to);
    if (gap.trim() === "") return;
    const from = end + (/^\s*\n/.exec(gap)?.[0].length ?? 0);
    const source = text.slice(from, to).trimEnd();
    blocks.push({ node: toSource(source), source, isKept: true, from, to: from + source.length });
  };
  for (const group of groupBlocks(tokens)) {
    const [first = 0, last = 0] = group[0]?.map ?? [];
    const from = starts[first]!;
    const source = text.slice(from, starts[last] ?? text.length).trimEnd();
    addDefinitions(from);
    const lines = starts.slice(first, last).map((start, at) => text.slice(start, starts[first + at + 1]));
    const node = hasDefinitions(group, lines, first) ? undefined : toNode(group);
    blocks.push({
      node: node ?? toSource(source),
      source,
      isKept: node === undefined,
      from,
      to: from + source.length,
    });
    end = from + source.length;
  }
  addDefinitions(text.length);
  return blocks;
}

/** Parses Markdown into the blocks of a document; undefined if a part can't be edited. */
export function parseExactly(text: string): Fragment | undefined {
  const blocks = parseBlocks(text);
  if (!blocks || blocks.some(({ isKept }) => isKept)) return undefined;
  return Fragment.from(blocks.map(({ node }) => node));
}

function tokenize(text: string): Token[] | undefined {
  try {
    return grammar.parse(text, { work: new Work(MAX_WORK) });
  } catch {
    return undefined;
  }
}

// As markdown-it splits lines.
function listLineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return starts;
}

function groupBlocks(tokens: Token[]): Token[][] {
  const groups: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) groups.push([]);
    groups.at(-1)!.push(token);
    depth += token.nesting;
  }
  return groups;
}

// Marks of lists and quotes.
const MARKS = /^(?:[\s>]|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$))*/;

// Definitions of links in lists and quotes leave no token behind.
function hasDefinitions(tokens: Token[], lines: string[], first: number): boolean {
  const read = new Set<number>();
  for (const [at, { type, map, nesting }] of tokens.entries()) {
    if (!map || nesting < 0 || (nesting > 0 && type !== "table_open" && tokens[at + 1]?.type !== "inline"))
      continue;
    for (let line = map[0]; line < map[1]; line++) read.add(line - first);
  }
  return lines.some((line, at) => !read.has(at) && line.replace(MARKS, "") !== "");
}

const toSource = (text: string): Node =>
  nodes.source.create(null, text === "" ? null : schema.text(text.replaceAll(/\r\n?/g, "\n")));

function toNode(tokens: Token[]): Node | undefined {
  prepare(tokens);
  const isKnown = ({ type }: Token): boolean => {
    const name = type.replace(/_(open|close)$/, "");
    return name === "inline" || name === "text" || name in SPEC;
  };
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  if (!all.every(isKnown)) return undefined;
  try {
    const doc = new MarkdownParser(schema, { parse: () => tokens } as never, SPEC).parse("");
    doc.check();
    return doc.childCount === 1 ? doc.firstChild! : undefined;
  } catch {
    // Markdown permits what the schema doesn't, such as an item that begins with a list.
    return undefined;
  }
}

const TASK = /^\[([ xX])\](?: |$)/;

// Names formulas on lines of their own apart from those in text, and turns the marks of tasks into attributes.
function prepare(tokens: Token[]): void {
  for (const [at, token] of tokens.entries()) {
    if (token.type === "math") {
      token.type = "math_block";
      token.content = token.content.trim();
    }
    for (const child of token.children ?? []) if (child.type === "math") child.content = child.markup;
    const item = tokens[at - 2];
    const text = token.children?.[0];
    const [mark, sign] = (item?.type === "list_item_open" && text && TASK.exec(text.content)) || [];
    const isWhole = mark === text?.content;
    if (!item || !text || !mark || (isWhole && !mark.endsWith(" ") && token.children!.length > 1)) continue;
    item.meta = { checked: sign !== " " };
    text.content = text.content.slice(mark.length);
    if (text.content === "") token.children!.shift();
  }
}
