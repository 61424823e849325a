// @ts-check

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MATH = /^ {0,3}(\$\$|\\\[)/;
/** @type {Record<string, RegExp>} */
const MATH_ENDS = { $$: /\$\$\s*$/, "\\[": /\\\]\s*$/ };
/** A line that may continue the block before it: indented, or a further item of a list. */
const CONTINUES = /^(\s|[-*+](\s|$)|\d{1,9}[.)](\s|$))/;
/** Links and footnotes that are defined elsewhere in the text. */
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

/** Shorter blocks share one: reading each has a price of its own. In characters. */
const MIN_BLOCK_LENGTH = 200;

/**
 * Cuts a markdown text where no block can reach across: at blank lines outside
 * of code, math and lists. While a reply is written only its last block changes,
 * so the others need not be read again.
 * @param {string} text @returns {string[]}
 */
export function blocksOf(text) {
  if (DEFINITION.test(text)) return [text];
  /** @type {string[]} */
  const blocks = [];
  /** @type {string[]} */
  let block = [];
  /** @type {string | undefined} */
  let fence;
  let wasBlank = false;
  let length = 0;
  for (const line of text.split("\n")) {
    if (!fence && wasBlank && length >= MIN_BLOCK_LENGTH && line.trim() !== "" && !CONTINUES.test(line)) {
      blocks.push(block.join("\n"));
      block = [];
      length = 0;
    }
    fence = fenceAfter(line, fence);
    wasBlank = line.trim() === "";
    block.push(line);
    length += line.length + 1;
  }
  const last = block.join("\n");
  if (last.trim() !== "" || blocks.length === 0) blocks.push(last);
  return blocks;
}

/**
 * What is still open after a line: a fence of code, `$$` or `\[`, or nothing.
 * @param {string} line @param {string | undefined} open @returns {string | undefined}
 */
function fenceAfter(line, open) {
  if (open === "$$" || open === "\\[") return MATH_ENDS[open]?.test(line) ? undefined : open;
  const mark = FENCE.exec(line)?.[1];
  if (open) return mark?.startsWith(open) && line.trim() === mark ? undefined : open;
  if (mark) return mark;
  const math = MATH.exec(line)?.[1];
  return math && !hasFormula(line, "$$", "$$") && !hasFormula(line, "\\[", "\\]") ? math : undefined;
}

/** Whether a formula begins and ends in a line. @param {string} line @param {string} open @param {string} close */
function hasFormula(line, open, close) {
  const start = line.indexOf(open);
  return start >= 0 && line.lastIndexOf(close) >= start + open.length;
}

/**
 * How long a text that grows stays as it is shown before it is read again, in
 * ms: its last block is read whole each time, the others are not.
 * @param {string} text
 */
export const pauseOf = (text) => (blocksOf(text).at(-1)?.length ?? 0) / 20;
