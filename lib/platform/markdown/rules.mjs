// @ts-check

/**
 * @typedef {import("markdown-it").MarkdownIt} MarkdownIt
 * @typedef {{ work: import("./work.mjs").Work, notes?: Set<string> }} Reading what belongs to the reading of one text
 */

/** @param {{ env: object }} state */
export const readingOf = (state) => /** @type {Reading} */ (state.env);

/** Counts the work of a text, step by step. @param {MarkdownIt} md */
export function counting(md) {
  md.inline.ruler.before("text", "counting", (state) => spend(state, 1));
  md.block.ruler.before("table", "counting", (state) => spend(state, 2));
  md.core.ruler.before("linkify", "counting", (state) => spend(state, state.src.length / 4));
}

/** @param {{ env: object }} state @param {number} steps @returns {false} */
function spend(state, steps) {
  readingOf(state).work.spend(steps);
  return false;
}

const NOTE = /^\[\^([^\]\s]{1,50})\]:\s*(?=\S)/;
const MARK = /^\[\^([^\]\s]{1,50})\]/;

/** Footnotes: `[^1]` in a text, and what stands behind `[^1]:`, where it is written. @param {MarkdownIt} md */
export function footnotes(md) {
  md.block.ruler.before(
    "reference",
    "note",
    (state, line, _, isSilent) => {
      const begin = /** @type {number} */ (state.bMarks[line]);
      const end = /** @type {number} */ (state.eMarks[line]);
      const from = begin + /** @type {number} */ (state.tShift[line]);
      const [mark, name] = NOTE.exec(state.src.slice(from, Math.min(end, from + 60))) ?? [];
      const indent = /** @type {number} */ (state.sCount[line]) - state.blkIndent;
      if (!mark || !name || indent >= 4) return false;
      if (isSilent) return true;
      const reading = readingOf(state);
      reading.notes ??= new Set();
      reading.notes.add(name);
      state.push("note_open", "note", 1).info = name;
      const inline = state.push("inline", "", 0);
      inline.content = state.src.slice(from + mark.length, end);
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
