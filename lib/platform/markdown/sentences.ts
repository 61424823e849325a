import { read } from "./parse.mjs";
import type { Node } from "./tree.mjs";

export type SpokenNames = { code: string; table: string };

const LINES = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "tr", "blockquote", "hr"]);
// Possible start of Markdown syntax, which the following text completes.
const OPEN_MARK = /[*_`~[\]|$<>\\&^]/;
const OPEN_FORMULA = /^(?:\$\$|\[(?:\s|$))/;
const SOURCES = /\s?\[\^?\d+(?:, ?\d+)*\]/g;

/** Returns the sentences of a Markdown text without syntax. Code blocks and tables are replaced by their names. */
export const splitIntoSentences = (markdown: string, names: SpokenNames, language: string): string[] =>
  toLines(markdown, names).flatMap((line) => segments(line, language));

/**
 * Returns the sentences of a growing text that later text can't change. They are a prefix of the result for any
 * longer version.
 */
export function splitIntoWholeSentences(markdown: string, names: SpokenNames, language: string): string[] {
  const all = toLines(markdown, names);
  const formula = all.findIndex((line) => OPEN_FORMULA.test(line));
  const lines = formula < 0 ? all : all.slice(0, formula + 1);
  const last = segments(lines.pop() ?? "", language);
  const open = last.findIndex((sentence, at) => {
    const next = last[at + 1];
    // The next letter decides whether a period ends a sentence.
    return OPEN_MARK.test(sentence) || next === undefined || !/\p{L}/u.test(next);
  });
  return [...lines.flatMap((line) => segments(line, language)), ...last.slice(0, open)];
}

const segments = (line: string, language: string): string[] =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(line)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");

function toLines(markdown: string, names: SpokenNames): string[] {
  const lines = [""];
  const add = (node: Node): void => {
    if (typeof node === "string") {
      lines.push(`${lines.pop()}${node}`);
      return;
    }
    const isTable = node.kind === "plain" && node.tag === "table";
    const isOwn =
      isTable ||
      node.kind === "code" ||
      node.kind === "note" ||
      (node.kind === "math" && node.isBlock) ||
      (node.kind === "plain" && LINES.has(node.tag));
    if (isOwn) lines.push("");
    if (isTable) add(names.table);
    else if (node.kind === "code") add(names.code);
    else if (node.kind === "plain" && node.tag === "br") add(" ");
    // Skips footnote numbers; the footnote itself follows.
    else if (node.kind !== "plain" || node.tag !== "sup") for (const child of node.children) add(child);
    if (isOwn) lines.push("");
  };
  for (const { source, nodes } of read(markdown)) {
    for (const node of nodes ?? [source]) add(node);
    lines.push("");
  }
  return lines
    .map((line) => line.replace(SOURCES, "").replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}
