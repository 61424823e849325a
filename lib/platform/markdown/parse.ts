import MarkdownIt from "markdown-it";
import { blocksOf } from "./blocks";
import { cjkEmphasis } from "./cjk";
import { math } from "./formulas";
import { counting, footnotes, type Reading } from "./rules";
import { type Node, treeOf } from "./tree";
import { ELEMENT, TooMuchWork, Work } from "./work";

/** What one text may take: a table of 50,000 cells does. */
const MOST_OF_TEXT = 1_500_000;
/** Lists and quotes within one another. */
const DEEPEST_BLOCKS = 20;
const WWW = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#][^\s<]*)?/uy;
const PUNCTUATION = "?!.,:;*_~'\")]";

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: DEEPEST_BLOCKS });
parser.use(counting).use(math).use(footnotes).use(cjkEmphasis);
// Addresses are judged when elements are made of them (`safe`).
parser.validateLink = () => true;
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true }).add("ftp:", null).add("//", null);
parser.linkify.add("www.", {
  validate: (text, pos) => {
    WWW.lastIndex = pos;
    const found = WWW.exec(text)?.[0] ?? "";
    let length = found.length;
    while (length > 0 && PUNCTUATION.includes(found[length - 1]!)) length--;
    return length;
  },
  normalize: (match) => {
    match.url = `http://${match.url}`;
  },
});

/** A block as it was read; `nodes` is absent for one that takes too much work, which is shown as it was written. */
export type Block = { source: string; nodes: Node[] | undefined };
/** `cost`: the work of a block, or more than the work that was not enough for it. */
type Read = Block & { cost: number; isUnread?: boolean };

/**
 * Reads a Markdown text, block by block, in time that grows with its length
 * only. What is beyond the work that a text may take stays as it was written.
 */
export function read(text: string): Block[] {
  const work = new Work(MOST_OF_TEXT);
  const sources = blocksOf(text);
  const blocks: Block[] = [];
  try {
    for (const source of sources) blocks.push(readBlock(source, work));
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    blocks.push({ source: sources.slice(blocks.length).join("\n"), nodes: undefined });
  }
  return blocks;
}

/**
 * As `read`, within the work that is left for a whole page.
 * @throws TooMuchWork
 */
export const readWithin = (text: string, work: Work): Block[] =>
  blocksOf(text).map((source) => readBlock(source, work));

function readBlock(source: string, work: Work): Block {
  let block = cached.blocks.get(source);
  if (!block || (block.isUnread && work.rest >= block.cost)) block = parsed(source, work.rest);
  cached.keep(source, block);
  work.spend(block.cost);
  return block;
}

function parsed(source: string, most: number): Read {
  const work = new Work(most);
  try {
    const nodes = treeOf(parser.parse(source, { work } satisfies Reading), work);
    return { source, nodes, cost: most - work.rest };
  } catch (error) {
    if (error instanceof TooMuchWork) return { source, nodes: undefined, cost: most + 1, isUnread: true };
    return { source, nodes: undefined, cost: ELEMENT };
  }
}

/** Blocks that were read, the latest used last: a text that grows, or is shown again, is read once. */
const cached = {
  blocks: new Map<string, Read>(),
  size: 0,
  get: (source: string) => cached.blocks.get(source),
  keep(source: string, block: Read): void {
    cached.drop(source);
    cached.blocks.set(source, block);
    cached.size += sizeOf(block);
    for (const oldest of cached.blocks.keys()) {
      if (cached.size <= MOST_KEPT) break;
      cached.drop(oldest);
    }
  },
  drop(source: string): void {
    const block = cached.blocks.get(source);
    if (block && cached.blocks.delete(source)) cached.size -= sizeOf(block);
  },
};

const MOST_KEPT = 2_000_000;
const sizeOf = ({ source, cost }: Read) => source.length + cost;
