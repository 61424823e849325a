import type { Node } from "prosemirror-model";
import { parseBlocks, parseExactly } from "./parse";
import { isSameContent } from "./same-content";
import { nodes } from "./schema";
import { serializeBlock } from "./serialize";

type Block = { node: Node; source: string };

/**
 * A document beside the text that it was read from. Blocks that nobody changed are written as they were, down to the
 * byte; only changed ones are serialized again.
 */
export type RichDocument = {
  doc: Node;
  /** True if a block of the text is shown as its source. */
  hasKeptBlocks: boolean;
  write: (doc: Node) => string;
  /** Returns where the blocks with these indexes stand in the text that `write` returns. */
  locate: (doc: Node, first: number, last: number) => { text: string; from: number; to: number };
  locateAll: (doc: Node) => { text: string; places: { from: number; to: number }[] };
  /** Takes over the blocks of another document with the same content, as a view shows it. */
  adopt: (doc: Node) => void;
};

/** Reads Markdown; undefined for a text that is too complex. */
export function readDocument(text: string): RichDocument | undefined {
  const parsed = parseBlocks(text);
  if (!parsed) return undefined;
  for (const block of parsed) if (!block.isKept && !isWrittenBack(block.node)) keep(block);
  const blocks: Block[] = parsed.map(({ node, source }) => ({ node, source }));
  const gaps = parsed.map(({ from }, at) => text.slice(at === 0 ? 0 : parsed[at - 1]!.to, from));
  const tail = text.slice(parsed.at(-1)?.to ?? 0);
  const positions = new Map(blocks.map(({ node }, at) => [node, at]));
  const written = new WeakMap<Node, string>();

  const findPosition = (node: Node): number | undefined => {
    const known = positions.get(node);
    if (known !== undefined || written.has(node)) return known;
    // Undoing a change builds an equal block.
    const at = blocks.findIndex((block) => block.node.eq(node));
    if (at >= 0) positions.set(node, at);
    return at < 0 ? undefined : at;
  };
  const writeNew = (node: Node): string => {
    const text = written.get(node) ?? serializeBlock(node);
    if (!isList(node)) written.set(node, text);
    return text;
  };
  const locateAll = (doc: Node) => {
    const places: { from: number; to: number }[] = [];
    let result = "";
    let last: number | undefined = -1;
    let previous: Node | undefined;
    doc.forEach((node) => {
      const at = findPosition(node);
      const placed = apart(node, previous);
      const isJoined = (text: string) =>
        placed !== node || (last !== (at ?? 0) - 1 && isList(previous) && /^[ \t]/.test(text));
      const isAsWritten =
        at !== undefined &&
        !isJoined(blocks[at]!.source) &&
        !(isOpenFence(blocks[at]!.source) && node !== doc.lastChild);
      const source = isAsWritten ? blocks[at]!.source : writeNew(placed);
      if (source === "") {
        places.push({ from: result.length, to: result.length });
        return;
      }
      if (at === 0 && last === -1) result += gaps[0];
      else if (result !== "") result += at !== undefined && at > 0 && last === at - 1 ? gaps[at] : "\n\n";
      places.push({ from: result.length, to: result.length + source.length });
      result += source;
      [last, previous] = [at, placed];
    });
    const isEndKept = last === blocks.length - 1;
    const end = isEndKept ? tail : text.endsWith("\n") && result !== "" ? "\n" : "";
    return { text: result + end, places };
  };
  const write = (doc: Node) => locateAll(doc).text;
  const locate = (doc: Node, first: number, last: number) => {
    const { text, places } = locateAll(doc);
    return { text, from: places[first]!.from, to: places[last]!.to };
  };
  const adopt = (doc: Node) =>
    doc.forEach((node, _offset, at) => {
      if (blocks[at]) positions.set(node, at);
    });
  const doc = nodes.doc.create(
    null,
    blocks.length > 0 ? blocks.map(({ node }) => node) : nodes.paragraph.create(),
  );
  return { doc, hasKeptBlocks: parsed.some(({ isKept }) => isKept), write, locate, locateAll, adopt };
}

// Code without a closing fence would take in what comes after it.
const isOpenFence = (source: string): boolean => {
  const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(source) ?? [];
  return mark !== undefined && !new RegExp(`\\n {0,3}${mark}[\`~]*\\s*$`).test(source);
};

const isList = (node: Node | undefined) =>
  node?.type === nodes.bullet_list || node?.type === nodes.ordered_list;

// Two lists in a row would be read as one, so that the second gets another mark.
function apart(node: Node, previous: Node | undefined): Node {
  if (!isList(node) || previous?.type !== node.type || previous.attrs.marker !== node.attrs.marker)
    return node;
  const marker = { "-": "*", "*": "-", "+": "-", ".": ")", ")": "." }[node.attrs.marker as string];
  return node.type.create({ ...node.attrs, marker }, node.content);
}

function isWrittenBack(node: Node): boolean {
  const read = parseExactly(serializeBlock(node));
  return read !== undefined && isSameContent(read, node);
}

function keep(block: { node: Node; source: string; isKept: boolean }): void {
  const text = block.source.replaceAll(/\r\n?/g, "\n");
  block.node = nodes.source.create(null, text === "" ? null : block.node.type.schema.text(text));
  block.isKept = true;
}
