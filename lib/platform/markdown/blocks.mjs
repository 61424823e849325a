// @ts-check

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MATH = /^ {0,3}(\$\$|\\\[)/;
/** @type {Record<string, RegExp>} */
const MATH_ENDS = { $$: /\$\$\s*$/, "\\[": /\\\]\s*$/ };
const CONTINUES = /^(\s|[-*+](\s|$)|\d{1,9}[.)](\s|$))/;
// Definitions of links and footnotes, which other blocks refer to.
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;

// In characters. Shorter blocks are merged, because parsing each block has a fixed cost.
const MIN_BLOCK_LENGTH = 200;

/**
 * Splits Markdown where no block can continue: at blank lines outside code, math and lists. During a reply only the
 * last block changes, so the others need not be parsed again.
 * @param {string} text
 * @returns {string[]}
 */
export function splitIntoBlocks(text) {
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
 * Returns the construct still open after a line: a code fence, `$$` or `\[`.
 * @param {string} line
 * @param {string | undefined} open
 * @returns {string | undefined}
 */
function fenceAfter(line, open) {
  if (open === "$$" || open === "\\[") return MATH_ENDS[open]?.test(line) ? undefined : open;
  const mark = FENCE.exec(line)?.[1];
  if (open) return mark?.startsWith(open) && line.trim() === mark ? undefined : open;
  if (mark) return mark;
  const math = MATH.exec(line)?.[1];
  return math && !hasFormula(line, "$$", "$$") && !hasFormula(line, "\\[", "\\]") ? math : undefined;
}

/**
 * @param {string} line
 * @param {string} open
 * @param {string} close
 */
function hasFormula(line, open, close) {
  const start = line.indexOf(open);
  return start >= 0 && line.lastIndexOf(close) >= start + open.length;
}

/**
 * Returns the delay in milliseconds before a growing text is parsed again, which reparses its whole last block.
 * @param {string} text
 */
export const getParsePauseMs = (text) => (splitIntoBlocks(text).at(-1)?.length ?? 0) / 20;
