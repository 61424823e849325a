// @ts-check

/**
 * @typedef {import("markdown-it").MarkdownIt} MarkdownIt
 * @typedef {import("markdown-it").StateBlock} StateBlock
 * @typedef {{ work: import("./work.mjs").Work, notes?: Set<string> }} Reading parser state of one text
 */

/** @param {{ env: object }} state */
export const getReading = (state) => /** @type {Reading} */ (state.env);

/**
 * Charges the parser's steps to the work budget.
 * @param {MarkdownIt} md
 */
export function addWorkCounting(md) {
  md.inline.ruler.before("text", "counting", (state) => spend(state, 1));
  md.block.ruler.before("table", "counting", (state) => spend(state, 2));
  md.core.ruler.before("linkify", "counting", (state) => spend(state, state.src.length / 4));
}

/** @param {{ env: object }} state @param {number} steps @returns {false} */
function spend(state, steps) {
  getReading(state).work.spend(steps);
  return false;
}

const BREAK = /^<br {0,9}\/?>[ \t]*\n?/i;

/**
 * Parses `<br>`, the only way to break a line in a table cell.
 * @param {MarkdownIt} md
 */
export function addLineBreaks(md) {
  md.inline.ruler.before("autolink", "line_break", (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
    const [tag] = BREAK.exec(state.src.slice(state.pos, Math.min(state.posMax, state.pos + 40))) ?? [];
    if (!tag) return false;
    if (!isSilent) state.push("hardbreak", "br", 0);
    state.pos += tag.length;
    return true;
  });
}

const NOTE = /^\[\^([^\]\s]{1,50})\]:[ \t]*(?=\S)/;
const MARK = /^\[\^([^\]\s]{1,50})\]/;
const NOTE_INDENT = 4;

/**
 * Parses footnotes: references `[^1]`, and definitions `[^1]:`, which are shown where they are written.
 * @param {MarkdownIt} md
 */
export function addFootnotes(md) {
  md.block.ruler.before("reference", "note", readNote, { alt: ["paragraph"] });
  md.inline.ruler.before("link", "note", (state, isSilent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e)
      return false;
    const name = MARK.exec(state.src.slice(state.pos, state.pos + 60))?.[1];
    if (!name || !getReading(state).notes?.has(name)) return false;
    if (!isSilent) state.push("note_mark", "sup", 0).content = name;
    state.pos += name.length + 3;
    return true;
  });
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @param {boolean} isSilent */
function readNote(state, line, endLine, isSilent) {
  const [begin, shift, columns] = /** @type {[number, number, number]} */ ([
    state.bMarks[line],
    state.tShift[line],
    state.sCount[line],
  ]);
  const from = begin + shift;
  const end = Math.min(/** @type {number} */ (state.eMarks[line]), from + 60);
  const [mark, name] = NOTE.exec(state.src.slice(from, end)) ?? [];
  // The parser drops content beyond its nesting limit.
  const isTooDeep = state.level + 1 >= state.md.options.maxNesting;
  if (!mark || !name || columns - state.blkIndent >= 4 || isTooDeep) return false;
  if (isSilent) return true;
  const reading = getReading(state);
  reading.notes ??= new Set();
  reading.notes.add(name);
  const opening = state.push("note_open", "note", 1);
  opening.info = name;
  const { parentType } = state;
  state.blkIndent += NOTE_INDENT;
  // Treats the first line's text as if it were indented like the following lines.
  state.bMarks[line] = from + mark.length;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  // Any block that can interrupt a paragraph may do so in a footnote, unlike in lists and quotes.
  state.parentType = "root";
  state.md.block.tokenize(state, line, endLine);
  state.parentType = parentType;
  state.blkIndent -= NOTE_INDENT;
  state.bMarks[line] = begin;
  state.tShift[line] = shift;
  state.sCount[line] = columns;
  opening.map = [line, state.line];
  state.push("note_close", "note", -1);
  return true;
}
