import type { Node, Slice } from "prosemirror-model";
import { parseBlocks } from "../rich/parse";
import { nodes } from "../rich/schema";
import { applyAll, type TextChange } from "./changes";

// The effect of changes on a document: a range and its replacement. The changes can only be settled together.
export type RichChange = { changes: TextChange[]; from: number; to: number; insert: Slice };
export type RichChanges = { doc: Node; shown: RichChange[] };

// Characters that are parsed to find what each change does; about a second.
const MAX_PARSED_LENGTH = 5_000_000;

/** Reads Markdown and changes of it; undefined for a text that is empty, too complex or has too many changes. */
export function readRichChanges(base: string, changes: TextChange[]): RichChanges | undefined {
  const read = parse(base);
  if (!read || read.places.length === 0 || changes.length * base.length > MAX_PARSED_LENGTH) return undefined;
  if (changes.length === 0) return { doc: read.doc, shown: [] };
  const find: FindEffect = (some) => findEffect(base, read, some);
  const whole = find(changes);
  if (!whole) return undefined;
  const { doc } = read;
  const shown = showApart(
    doc,
    changes.map((change) => [change]),
    whole,
    find,
  ) ??
    showApart(doc, joinEmphasis(base, changes), whole, find) ?? [whole];
  return { doc, shown };
}

type Parsed = { doc: Node; places: { from: number; to: number }[] };

function parse(text: string): Parsed | undefined {
  const blocks = parseBlocks(text);
  return (
    blocks && {
      doc: nodes.doc.create(
        null,
        blocks.map(({ node }) => node),
      ),
      places: blocks,
    }
  );
}

type Effect = RichChange & { isVisible: boolean; after: Node };
type FindEffect = (changes: TextChange[]) => Effect | undefined;

// The whole text is parsed, because a change may have an effect elsewhere: on a link, on the rest of a list or of code.
function findEffect(base: string, { doc, places }: Parsed, changes: TextChange[]): Effect | undefined {
  const after = parse(applyAll(base, changes, 0, base.length))?.doc;
  if (!after) return undefined;
  const found = compare(doc, after, base, changes);
  if (found) return { changes, isVisible: true, after, ...found };
  // For example other signs of the same emphasis: the blocks are shown twice.
  const first = Math.max(
    0,
    places.findLastIndex(({ from }) => from <= changes[0]!.from),
  );
  const last = Math.max(
    first,
    places.findLastIndex(({ from }) => from < changes.at(-1)!.to),
  );
  const [from, to] = [getStart(doc, first), getStart(doc, last + 1)];
  return { changes, isVisible: false, after, from, to, insert: doc.slice(from, to) };
}

const getStart = (node: Node, index: number): number => sumSizes(node.children.slice(0, index));

// Returns the effects of groups of changes, if together they have the effect of all changes.
function showApart(
  doc: Node,
  groups: TextChange[][],
  { after }: Effect,
  find: FindEffect,
): RichChange[] | undefined {
  const effects: Effect[] = [];
  for (const changes of groups) {
    let effect = find(changes);
    for (let last = effects.at(-1); last && effect && isEntangled(last, effect); last = effects.at(-1)) {
      effects.pop();
      effect = find([...last.changes, ...effect.changes]);
    }
    if (!effect) return undefined;
    effects.push(effect);
  }
  return combine(doc, effects)?.eq(after) ? effects : undefined;
}

const isEntangled = (one: Effect, next: Effect): boolean =>
  !one.isVisible || !next.isVisible || one.to > next.from;

function combine(doc: Node, effects: RichChange[]): Node | undefined {
  try {
    return effects.toReversed().reduce((now, { from, to, insert }) => now.replace(from, to, insert), doc);
  } catch {
    return undefined;
  }
}

const EMPHASIS = /\*\*|__|~~|[*_`$]/g;

// Groups changes that open emphasis with those that close it.
function joinEmphasis(base: string, changes: TextChange[]): TextChange[][] {
  const open = new Set<string>();
  const groups: TextChange[][] = [];
  for (const change of changes) {
    if (open.size > 0) groups.at(-1)!.push(change);
    else groups.push([change]);
    for (const [sign] of (base.slice(change.from, change.to) + change.insert).matchAll(EMPHASIS))
      if (!open.delete(sign)) open.add(sign);
  }
  return groups;
}

// Where two documents begin to differ, and where both are the same again.
type Difference = { from: number; to: number; end: number };

function compare(doc: Node, after: Node, base: string, changes: TextChange[]) {
  const found = compareNodes(doc, after, 0);
  if (!found) return undefined;
  const { from, to, end } = toWholeWords(doc, found, base, changes);
  return { from, to, insert: after.slice(from, end) };
}

// Differences are whole nodes, or inside of one text. `at` is where the content of both nodes begins.
function compareNodes(node: Node, after: Node, at: number): Difference | undefined {
  if (node.isTextblock) return compareTexts(node, after, at);
  const same = countSame(node.children, after.children);
  const rest = [node.children.slice(same), after.children.slice(same)] as const;
  const sameEnd = countSame(rest[0].toReversed(), rest[1].toReversed());
  const [changed, added] = rest.map((nodes) => nodes.slice(0, nodes.length - sameEnd));
  const from = at + getStart(node, same);
  const [first, ...others] = [...changed!, ...added!];
  if (!first) return undefined;
  const [second] = others;
  if (changed!.length === 1 && added!.length === 1 && !first.isLeaf && first.sameMarkup(second!))
    return compareNodes(first, second!, from + 1);
  return { from, to: from + sumSizes(changed!), end: from + sumSizes(added!) };
}

function compareTexts({ content }: Node, after: Node, at: number): Difference | undefined {
  const start = content.findDiffStart(after.content);
  const end = content.findDiffEnd(after.content);
  if (start === null || !end) return undefined;
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  return { from: at + start, to: at + end.a + overlap, end: at + end.b + overlap };
}

const sumSizes = (nodes: readonly Node[]): number => nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0);

function countSame(nodes: readonly Node[], others: readonly Node[]): number {
  const at = nodes.findIndex((node, index) => !others[index]?.eq(node));
  return at < 0 ? nodes.length : at;
}

// A changed word is shown as a whole and not only the letters that differ.
function toWholeWords(
  doc: Node,
  { from, to, end }: Difference,
  base: string,
  [change, ...others]: TextChange[],
): Difference {
  if (!change || others.length > 0) return { from, to, end };
  const removed = base.slice(change.from, change.to);
  const { nodeBefore } = doc.resolve(from);
  const { nodeAfter } = doc.resolve(to);
  const before = Math.min(countSameCharacters(removed, change.insert), nodeBefore?.text?.length ?? 0);
  const after = Math.min(
    countSameCharacters(reverse(removed), reverse(change.insert)),
    nodeAfter?.text?.length ?? 0,
  );
  return { from: from - before, to: to + after, end: end + after };
}

const reverse = (text: string) => text.split("").toReversed().join("");

function countSameCharacters(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
