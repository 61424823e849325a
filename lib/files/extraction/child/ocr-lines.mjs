// @ts-check

/** @typedef {import("./ocr-engine.mjs").Box} Box */
/** @typedef {import("./ocr-tiles.mjs").Tile} Tile */
/** @typedef {{ text: string, confidence: number, box: Box }} Word */
/** @typedef {{ text: string, confidence: number, box: Box, words: Word[], paragraph: number }} Line */

// Confidence in percent. Lines that are rotated or in another script stay below it.
const CLEAR = 75;

/** @param {import("./ocr-engine.mjs").Recognised} recognised @returns {Line[]} */
export function toLines({ blocks }) {
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs);
  return paragraphs.flatMap((paragraph, index) =>
    paragraph.lines.map(({ text, bbox, words }) => ({
      text,
      confidence: getAverageConfidence(words),
      box: bbox,
      words: words.map((word) => ({ text: word.text, confidence: word.confidence, box: word.bbox })),
      paragraph: index,
    })),
  );
}

/**
 * Returns the average confidence weighted by word length. Tesseract's own value for a line is close to that of its
 * worst word.
 * @param {{ text: string, confidence: number }[]} words
 */
export function getAverageConfidence(words) {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  return (
    words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters)
  );
}

/**
 * Translates a line to page coordinates and drops words that belong to a neighboring tile.
 * @param {Line} line
 * @param {Tile} tile
 * @returns {Line[]}
 */
export function clipLineToTile({ text, confidence, box, words, paragraph }, { cut, own }) {
  const move = (/** @type {Box} */ { x0, y0, x1, y1 }) => ({
    x0: x0 + cut.left,
    y0: y0 + cut.top,
    x1: x1 + cut.left,
    y1: y1 + cut.top,
  });
  const moved = { confidence, paragraph, box: move(box) };
  const { y } = middle(moved.box);
  if (y < own.top || y >= own.bottom) return [];
  const placed = words.map((word) => ({ ...word, box: move(word.box) }));
  const mine = placed.filter((word) => {
    const { x } = middle(word.box);
    return x >= own.left && x < own.right;
  });
  if (mine.length === words.length) return [{ ...moved, text, words: placed }];
  if (mine.length === 0) return [];
  const x0 = Math.min(...mine.map((word) => word.box.x0));
  const x1 = Math.max(...mine.map((word) => word.box.x1));
  const ownText = `${mine.map((word) => word.text).join(" ")}\n`;
  return [{ ...moved, text: ownText, words: mine, box: { ...moved.box, x0, x1 } }];
}

/** Joins parts of lines that were read in horizontally adjacent tiles. @param {Line[]} lines */
export function joinLines(lines) {
  /** @type {Line[]} */
  const joined = [];
  for (const line of [...lines].sort((one, other) => middle(one.box).y - middle(other.box).y)) {
    const before = joined.at(-1);
    const { y } = middle(line.box);
    if (before && y < before.box.y1 && line.box.x0 >= before.box.x1 - (before.box.y1 - before.box.y0))
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text.trimEnd()} ${line.text}`,
        confidence: Math.min(before.confidence, line.confidence),
        box: { ...before.box, x1: line.box.x1 },
      };
    else joined.push(line);
  }
  return joined;
}

/** @param {Box} box */
const middle = ({ x0, y0, x1, y1 }) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/** @param {{ text: string }[]} lines */
export const countLetters = (lines) => lines.reduce((sum, line) => sum + line.text.length, 0);

/** @param {Line[]} lines */
export const countClear = (lines) => countLetters(lines.filter(({ confidence }) => confidence >= CLEAR));
/** @param {Line[]} lines */
export const isClear = (lines) => countClear(lines) > countLetters(lines) / 2;
