// @ts-check

/**
 * @typedef {{ str: string, dir: string, width: number, height: number, transform: number[], hasEOL: boolean }} Item
 * of pdf.js
 * @typedef {{ text: string, isRtl: boolean, start: number, end: number, size: number }} Piece
 * @typedef {{ y: number, pieces: Piece[], blanks: number[] }} Line
 */

// Share of a page's characters above which the note mentions unknown characters.
const MAX_UNKNOWN_SHARE = 0.1;
// Minimum gap between words, relative to the font size.
const WORD_GAP = 0.15;
// Maximum vertical distance of items on one line, relative to the font size.
const SAME_LINE = 0.5;
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Returns a page's text in reading order. pdf.js returns items in drawing order, which is arbitrary for right-to-left
 * scripts, and without spaces between words.
 * @param {unknown[]} items
 */
export function joinItems(items) {
  const found = /** @type {Item[]} */ (items.filter((item) => /** @type {Item} */ (item).str !== undefined));
  const text = found.some(({ str }) => RTL.test(normalizeLetters(str)))
    ? groupIntoLines(found).map(lineText).join("\n")
    : found.map(({ str, hasEOL }) => str + (hasEOL ? "\n" : "")).join("");
  return normalizeLetters(text).trim();
}

/**
 * Returns true if many characters are meaningless: replacement, private use or control characters.
 * @param {string} text
 */
export function isUnknown(text) {
  const strange = text.match(/[\ufffd\p{Co}]|(?!\s)\p{Cc}/gu) ?? [];
  return strange.length > MAX_UNKNOWN_SHARE * text.replaceAll(/\s/g, "").length;
}

/** Replaces meaningless characters, which can't be stored or searched, by boxes. @param {string} text */
export const replaceUnknown = (text) => text.replaceAll(/(?:[\ufffd\p{Co}]|(?!\s)\p{Cc})+/gu, "□");

/** Normalizes presentation forms and ligatures to letters. @param {string} text */
export const normalizeLetters = (text) =>
  text.replaceAll(/[\ufb00-\ufb06\ufb1d-\ufdff\ufe70-\ufefc]+/g, (shapes) => shapes.normalize("NFKC"));

/**
 * Groups items into lines in drawing order, each sorted from left to right, with the positions of spaces.
 * @param {Item[]} items
 */
function groupIntoLines(items) {
  /** @type {Line[]} */
  const lines = [];
  for (const { str, width, transform, height } of items) {
    const [, , , , x = 0, y = 0] = transform;
    const last = lines.at(-1);
    if (!str.trim()) {
      last?.blanks.push(x + width / 2);
      continue;
    }
    const size = height || Math.hypot(transform[2] ?? 0, transform[3] ?? 0) || 1;
    const text = normalizeLetters(str);
    const piece = { text, isRtl: RTL.test(text), start: x, end: x + width, size };
    if (last && Math.abs(last.y - y) < SAME_LINE * size) last.pieces.push(piece);
    else lines.push({ y, pieces: [piece], blanks: [] });
  }
  for (const { pieces } of lines) pieces.sort((one, other) => one.start - other.start);
  return lines;
}

/** @param {Line} line */
function lineText({ pieces, blanks }) {
  const letters = pieces.reduce((sum, { isRtl, text }) => sum + (isRtl ? text.length : -text.length), 0);
  const ordered = letters < 0 ? pieces : reverseLine(pieces);
  return ordered
    .map(({ text, ...piece }, at) => {
      const before = ordered[at - 1];
      if (!before || /^\s/.test(text) || /\s$/.test(before.text)) return text;
      const [from, to] = [Math.min(before.end, piece.end), Math.max(before.start, piece.start)];
      const isBlank = to - from > WORD_GAP * piece.size || blanks.some((x) => from <= x && x <= to);
      return isBlank ? ` ${text}` : text;
    })
    .join("");
}

/** Reverses a right-to-left line but keeps the order of numbers and left-to-right words in it. @param {Piece[]} line */
function reverseLine(line) {
  /** @type {Piece[][]} */
  const runs = [];
  for (const piece of line.toReversed()) {
    const run = runs.at(-1);
    if (run && !piece.isRtl && !run[0]?.isRtl) run.unshift(piece);
    else runs.push([piece]);
  }
  return runs.flat();
}
