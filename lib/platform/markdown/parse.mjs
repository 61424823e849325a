// @ts-check
import MarkdownIt from "markdown-it";
import { blocksOf } from "./blocks.mjs";
import { cjkEmphasis } from "./cjk.mjs";
import { math } from "./formulas.mjs";
import { counting, footnotes, lineBreaks } from "./rules.mjs";
import { treeOf } from "./tree.mjs";
import { ELEMENT, TooMuchWork, Work } from "./work.mjs";

/**
 * @typedef {import("./rules.mjs").Reading} Reading
 * @typedef {import("./tree.mjs").Node} Node
 * @typedef {{ source: string, nodes: Node[] | undefined }} Block a block as it was read; `nodes` is absent for one that takes too much work, which is shown as it was written
 * @typedef {Block & { cost: number, isUnread?: boolean }} Read `cost`: the work of a block, or more than the work that was not enough for it
 */

/** What one text may take: a table of 50,000 cells does. */
const MOST_OF_TEXT = 1_500_000;
/** Lists and quotes within one another. */
const DEEPEST_BLOCKS = 20;
/** A name has at most 63 characters, all of them 253 (RFC 1035): looking for their end from each name would take a square of time. */
const WWW = /(?:[\p{L}\p{N}-]{1,63}\.){1,127}\p{L}{2,63}(?::\d+)?(?:[/?#][^\s<]*)?/uy;
/** RFC 3966: digits and what separates them visually. */
const PHONE = /\+?\d[\d().-]{2,30}/y;
const PUNCTUATION = "?!.,:;*_~'\")]";

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: DEEPEST_BLOCKS });
parser.use(counting).use(math).use(footnotes).use(lineBreaks).use(cjkEmphasis);
// Addresses are judged when elements are made of them (`safe`).
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

/** How long what a pattern matches at a place is, without the punctuation behind it. @param {RegExp} pattern @param {string} text @param {number} pos */
function lengthAt(pattern, text, pos) {
  pattern.lastIndex = pos;
  const match = pattern.exec(text)?.[0] ?? "";
  let length = match.length;
  while (length > 0 && PUNCTUATION.includes(match.charAt(length - 1))) length--;
  return length;
}

/**
 * Reads a Markdown text, block by block, in time that grows with its length
 * only. What is beyond the work that a text may take stays as it was written.
 * @param {string} text @returns {Block[]}
 */
export function read(text) {
  const work = new Work(MOST_OF_TEXT);
  const sources = blocksOf(text);
  /** @type {Block[]} */
  const blocks = [];
  try {
    for (const source of sources) blocks.push(readBlock(source, work));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    blocks.push({ source: sources.slice(blocks.length).join("\n"), nodes: undefined });
  }
  return blocks;
}

/** Work for each character that must be left before a text is read: looking for links and emphasis costs more than its steps. */
const MIN_WORK_PER_CHARACTER = 3;

/**
 * As `read`, within the work that is left for a whole page.
 * @param {string} text @param {Work} work @returns {Block[]}
 * @throws TooMuchWork
 */
export function readWithin(text, work) {
  if (text.length * MIN_WORK_PER_CHARACTER > work.rest) throw new TooMuchWork();
  return blocksOf(text).map((source) => readBlock(source, work));
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
    const nodes = treeOf(parser.parse(source, /** @satisfies {Reading} */ ({ work })), work);
    return { source, nodes, cost: most - work.rest };
  } catch (error) {
    if (error instanceof TooMuchWork) return { source, nodes: undefined, cost: most + 1, isUnread: true };
    return { source, nodes: undefined, cost: ELEMENT };
  }
}

/** Blocks that were read, the latest used last: a text that grows, or is shown again, is read once. */
const cached = {
  /** @type {Map<string, Read>} */
  blocks: new Map(),
  size: 0,
  /** @param {string} source @param {Read} block */
  keep(source, block) {
    cached.drop(source);
    cached.blocks.set(source, block);
    cached.size += sizeOf(block);
    for (const oldest of cached.blocks.keys()) {
      if (cached.size <= MOST_KEPT) break;
      cached.drop(oldest);
    }
  },
  /** @param {string} source */
  drop(source) {
    const block = cached.blocks.get(source);
    if (block && cached.blocks.delete(source)) cached.size -= sizeOf(block);
  },
};

const MOST_KEPT = 2_000_000;
/** @param {Read} block */
const sizeOf = ({ source, cost }) => source.length + cost;
