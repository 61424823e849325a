import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import type { Work } from "./work";

/** What belongs to the reading of one text. */
export type Reading = { work: Work; notes?: Set<string> };
const readingOf = (state: { env: object }) => state.env as Reading;

/** Of a formula in a line, and of one on lines of its own. In characters. */
const LONGEST_INLINE = 1_000;
const LONGEST_BLOCK = 4_000;

/** To look for the end of a formula. */
const SEARCH = 5;

/** Counts the work of a text, step by step. */
export function counting(md: MarkdownIt): void {
  md.inline.ruler.before("text", "counting", (state) => spend(state, 1));
  md.block.ruler.before("table", "counting", (state) => spend(state, 2));
  md.core.ruler.before("linkify", "counting", (state) => spend(state, state.src.length / 4));
}

function spend(state: { env: object }, steps: number): false {
  readingOf(state).work.spend(steps);
  return false;
}

/** Math in the ways that models write it: `$x$`, `$$x$$`, `\(x\)`, `\[x\]`. */
export function math(md: MarkdownIt): void {
  md.inline.ruler.before("escape", "math", inlineMath);
  md.block.ruler.before("fence", "math", blockMath, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
}

const PAIRS = [
  ["$$", "$$"],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
  ["$", "$"],
] as const;

function inlineMath(state: StateInline, isSilent: boolean): boolean {
  const { pos } = state;
  const code = state.src.charCodeAt(pos);
  if (code !== 0x24 && code !== 0x5c) return false;
  const rest = state.src.slice(pos, Math.min(state.posMax, pos + LONGEST_INLINE));
  const [open, close] = PAIRS.find(([mark]) => rest.startsWith(mark)) ?? [];
  if (!open) return false;
  readingOf(state).work.spend(SEARCH);
  const end = open === "$" ? dollarAfter(rest) : rest.indexOf(close!, open.length);
  const tex = rest.slice(open.length, end);
  if (end < 0 || tex.trim() === "") return false;
  if (!isSilent) {
    const token = state.push("math", "math", 0);
    token.content = tex;
    token.markup = rest.slice(0, end + close!.length);
    token.block = open === "$$" || open === "\\[";
  }
  state.pos += end + close!.length;
  return true;
}

/** A sum and words after it: "$5 or 10$". */
const SUM_IN_WORDS = /^\$\d[^\\$]*\s\p{L}{2}/u;

/** Where the formula ends that begins with one dollar sign; sums of money are none. */
function dollarAfter(text: string): number {
  if (/^\$\s/.test(text) || SUM_IN_WORDS.test(text)) return -1;
  const end = /[^\\]\$/.exec(text.slice(1))?.index;
  if (end === undefined) return -1;
  const isEnd = !/[\s$]/.test(text[end + 1]!) && !/[\d$]/.test(text[end + 3] ?? "");
  return isEnd ? end + 2 : -1;
}

function blockMath(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
  const first = lineAt(startLine);
  const [open, close] = PAIRS.slice(0, 2).find(([mark]) => first.startsWith(mark)) ?? [];
  if (!open || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  let line = startLine;
  let text = first.slice(2);
  let length = first.length;
  while (!text.endsWith(close!)) {
    // What goes on behind its end is a formula within a line.
    if (text.includes(close!)) return false;
    line++;
    if (line >= endLine || state.sCount[line]! < state.blkIndent) return false;
    text = lineAt(line);
    length += text.length + 1;
    if (length > LONGEST_BLOCK) return false;
    readingOf(state).work.spend(1);
  }
  if (isSilent) return true;
  const source = state.getLines(startLine, line + 1, state.blkIndent, false).trim();
  const token = state.push("math", "math", 0);
  token.content = source.slice(2, -2);
  token.markup = source;
  token.block = true;
  state.line = line + 1;
  return true;
}

const NOTE = /^\[\^([^\]\s]{1,50})\]:\s*(?=\S)/;
const MARK = /^\[\^([^\]\s]{1,50})\]/;

/** Footnotes: `[^1]` in a text, and what stands behind `[^1]:`, where it is written. */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before(
    "reference",
    "note",
    (state, line, _, isSilent) => {
      const from = state.bMarks[line]! + state.tShift[line]!;
      const [mark, name] = NOTE.exec(state.src.slice(from, Math.min(state.eMarks[line]!, from + 60))) ?? [];
      if (!mark || !name || state.sCount[line]! - state.blkIndent >= 4) return false;
      if (isSilent) return true;
      const reading = readingOf(state);
      reading.notes ??= new Set();
      reading.notes.add(name);
      state.push("note_open", "note", 1).info = name;
      const inline = state.push("inline", "", 0);
      inline.content = state.src.slice(from + mark.length, state.eMarks[line]);
      inline.children = [];
      state.push("note_close", "note", -1);
      state.line = line + 1;
      return true;
    },
    { alt: ["paragraph"] },
  );
  md.inline.ruler.before("link", "note", (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e)
      return false;
    const name = MARK.exec(state.src.slice(state.pos, state.pos + 60))?.[1];
    if (!name || !readingOf(state).notes?.has(name)) return false;
    if (!isSilent) state.push("note_mark", "sup", 0).content = name;
    state.pos += name.length + 3;
    return true;
  });
}
