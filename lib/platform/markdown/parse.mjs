// @ts-check
import MarkdownIt from "markdown-it";
import { splitIntoBlocks } from "./blocks.mjs";
import { addCjkEmphasis } from "./cjk.mjs";
import { addMath } from "./formulas.mjs";
import { addOutline } from "./headings.mjs";
import { addFootnotes, addLineBreaks, addWorkCounting } from "./rules.mjs";
import { buildTree } from "./tree.mjs";
import { ELEMENT, TooMuchWork, Work } from "./work.mjs";

/**
 * @typedef {import("./rules.mjs").Reading} Reading
 * @typedef {import("./tree.mjs").Node} Node
 * @typedef {{ source: string, nodes: Node[] | undefined }} Block `nodes` is absent when parsing exceeds the budget;
 * the source is shown then
 * @typedef {Block & { cost: number, isUnread?: boolean }} Read `cost`: work spent, or a lower bound when the budget
 * was exceeded
 */

const MAX_TEXT_COST = 1_500_000;
const MAX_BLOCK_DEPTH = 20;
// The repetitions are bounded by the maximum lengths of DNS labels and names (RFC 1035); otherwise matching would take
// quadratic time.
const WWW = /(?:[\p{L}\p{N}-]{1,63}\.){1,127}\p{L}{2,63}(?::\d+)?(?:[/?#][^\s<]*)?/uy;
// Digits and visual separators (RFC 3966).
const PHONE = /\+?\d[\d().-]{2,30}/y;
const PUNCTUATION = "?!.,:;*_~'\")]";

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: MAX_BLOCK_DEPTH });
parser.use(addWorkCounting).use(addMath).use(addFootnotes).use(addLineBreaks).use(addCjkEmphasis);
// Addresses are validated when the tree is built (`safe`).
parser.validateLink = () => true;
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add("ftp:", null).add("//", null);
for (const scheme of ["tel:", "sms:"])
  parser.linkify.add(scheme, { validate: (text, pos) => lengthAt(PHONE, text, pos) });
parser.linkify.add("www.", {
  validate: (text, pos) => lengthAt(WWW, text, pos),
  normalize: (match) => {
    match.url = `http://${match.url}`;
  },
});

/**
 * Returns the length of the match at `pos`, without trailing punctuation.
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} pos
 */
function lengthAt(pattern, text, pos) {
  pattern.lastIndex = pos;
  const match = pattern.exec(text)?.[0] ?? "";
  let length = match.length;
  while (length > 0 && PUNCTUATION.includes(match.charAt(length - 1))) length--;
  return length;
}

/**
 * Parses Markdown block by block, in linear time. Blocks beyond the work budget are returned unparsed.
 * @param {string} text
 * @returns {Block[]}
 */
export function read(text) {
  const work = new Work(MAX_TEXT_COST);
  const sources = splitIntoBlocks(text);
  /** @type {Block[]} */
  const blocks = [];
  try {
    for (const source of sources) blocks.push(readBlock(source, work));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    blocks.push({ source: sources.slice(blocks.length).join("\n"), nodes: undefined });
  }
  return addOutline(blocks);
}

// Minimum budget per character required to start parsing: finding links and emphasis costs more than the counted
// steps.
const MIN_WORK_PER_CHARACTER = 3;

/**
 * Like `read`, but draws on a budget shared by a whole page.
 * @param {string} text
 * @param {Work} work
 * @returns {Block[]}
 * @throws TooMuchWork
 */
export function readWithin(text, work) {
  if (text.length * MIN_WORK_PER_CHARACTER > work.rest) throw new TooMuchWork();
  return addOutline(splitIntoBlocks(text).map((source) => readBlock(source, work)));
}

/** @param {string} source @param {Work} work @returns {Block} */
function readBlock(source, work) {
  let block = cached.blocks.get(source);
  if (!block || (block.isUnread && work.rest >= block.cost)) block = parsed(source, work.rest);
  cached.keep(source, block);
  work.spend(block.cost);
  return block;
}

/** @param {string} source @param {number} most @returns {Read} */
function parsed(source, most) {
  const work = new Work(most);
  try {
    const nodes = buildTree(parser.parse(source, /** @satisfies {Reading} */ ({ work })), work);
    return { source, nodes, cost: most - work.rest };
  } catch (error) {
    if (error instanceof TooMuchWork) return { source, nodes: undefined, cost: most + 1, isUnread: true };
    return { source, nodes: undefined, cost: ELEMENT };
  }
}

// LRU cache of parsed blocks, so that growing or repeated texts are parsed once.
const cached = {
  /** @type {Map<string, Read>} */
  blocks: new Map(),
  size: 0,
  /** @param {string} source @param {Read} block */
  keep(source, block) {
    cached.drop(source);
    cached.blocks.set(source, block);
    cached.size += getCachedSize(block);
    for (const oldest of cached.blocks.keys()) {
      if (cached.size <= MAX_CACHED_LENGTH) break;
      cached.drop(oldest);
    }
  },
  /** @param {string} source */
  drop(source) {
    const block = cached.blocks.get(source);
    if (block && cached.blocks.delete(source)) cached.size -= getCachedSize(block);
  },
};

const MAX_CACHED_LENGTH = 2_000_000;
/** @param {Read} block */
const getCachedSize = ({ source, cost }) => source.length + cost;
