import { Fragment, type Node, type ResolvedPos, Slice } from "prosemirror-model";
import { parseBlocks } from "../rich/parse";
import { nodes } from "../rich/schema";
import { applyAll, type TextChange } from "./changes";

/** What changes of a text replace in its document, and with what. They can only be settled together. */
export type RichChange = { changes: TextChange[]; from: number; to: number; insert: Slice };
export type RichChanges = { doc: Node; shown: RichChange[] };

// Characters that are parsed to show the changes of a passage one by one.
const MAX_PARSED_LENGTH = 1_000_000;

/** Reads Markdown and changes of it; undefined for a text that is empty or too complex. */
export function readRichChanges(base: string, changes: TextChange[]): RichChanges | undefined {
  const blocks = parseBlocks(base);
  if (!blocks || blocks.length === 0) return undefined;
  const doc = nodes.doc.create(
    null,
    blocks.map(({ node }) => node),
  );
  const starts: number[] = [];
  doc.forEach((_, offset) => {
    starts.push(offset);
  });
  const shown: RichChange[] = [];
  for (const { first, last, changes: some } of groupByBlocks(blocks, changes)) {
    const passage: Passage = {
      ...{ base, changes: some, before: Fragment.from(doc.children.slice(first, last + 1)) },
      from: Math.min(blocks[first]!.from, some[0]!.from),
      to: Math.max(blocks[last]!.to, some.at(-1)!.to),
    };
    const found =
      showApart(
        passage,
        some.map((change) => [change]),
      ) ??
      showApart(passage, joinEmphasis(base, some)) ??
      showTogether(passage);
    if (!found) return undefined;
    const start = starts[first]!;
    shown.push(...found.map((each) => ({ ...each, from: each.from + start, to: each.to + start })));
  }
  return { doc, shown };
}

type SourceRange = { from: number; to: number };
type Group = { first: number; last: number; changes: TextChange[] };

// A change between two blocks belongs to the one before it.
function groupByBlocks(blocks: SourceRange[], changes: TextChange[]): Group[] {
  const groups: Group[] = [];
  for (const change of changes) {
    const first = Math.max(
      0,
      blocks.findLastIndex(({ from }) => from <= change.from),
    );
    const last = Math.max(
      first,
      blocks.findLastIndex(({ from }) => from < change.to),
    );
    const group = groups.at(-1);
    if (group && group.last >= first) {
      group.changes.push(change);
      group.last = Math.max(group.last, last);
    } else groups.push({ first, last, changes: [change] });
  }
  return groups;
}

// Changes of some blocks; positions are those in the text.
type Passage = SourceRange & { base: string; changes: TextChange[]; before: Fragment };

// Returns the effects of groups of changes, if together they have that of all changes.
function showApart(passage: Passage, groups: TextChange[][]): RichChange[] | undefined {
  const { base, before, from, to } = passage;
  if (groups.length * (to - from) > MAX_PARSED_LENGTH) return undefined;
  const shown: RichChange[] = [];
  for (const changes of groups) {
    const after = readChanged(passage, changes);
    if (!after) return undefined;
    const change = changes.length === 1 ? changes[0] : undefined;
    shown.push({ changes, ...compare(before, after, base, change) });
  }
  return isSame(combine(before, shown), readChanged(passage, passage.changes)) ? shown : undefined;
}

function showTogether(passage: Passage): RichChange[] | undefined {
  const after = readChanged(passage, passage.changes);
  return after && [{ changes: passage.changes, ...compare(passage.before, after) }];
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

function readChanged({ base, from, to }: Passage, changes: TextChange[]): Fragment | undefined {
  const blocks = parseBlocks(applyAll(base, changes, from, to));
  return blocks && Fragment.from(blocks.map(({ node }) => node));
}

function combine(before: Fragment, shown: RichChange[]): Fragment | undefined {
  let doc = nodes.doc.create(null, before);
  try {
    for (const [at, { from, to, insert }] of [...shown.entries()].toReversed()) {
      if (to > (shown[at + 1]?.from ?? before.size)) return undefined;
      doc = doc.replace(from, to, insert);
    }
    return doc.content;
  } catch {
    // The change opens or closes a block that the other changes need.
    return undefined;
  }
}

const isSame = (a: Fragment | undefined, b: Fragment | undefined): boolean =>
  a !== undefined && b?.eq(a) === true;

type Effect = Omit<RichChange, "changes">;

function compare(before: Fragment, after: Fragment, base = "", change?: TextChange): Effect {
  const start = before.findDiffStart(after);
  const end = before.findDiffEnd(after);
  // For example other signs of the same emphasis.
  if (start === null || !end) return { from: 0, to: before.size, insert: new Slice(after, 0, 0) };
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const old = nodes.doc.create(null, before);
  const doc = nodes.doc.create(null, after);
  const removed = change ? base.slice(change.from, change.to) : "";
  const range = {
    ...{ from: start, to: end.a + overlap, end: end.b + overlap },
    ...{
      head: countSame(removed, change?.insert),
      tail: countSame(reverse(removed), reverse(change?.insert)),
    },
  };
  const { from, to, end: insertEnd } = toWholeBlocks(old, doc, range) ?? toWholeWords(old, range);
  return { from, to, insert: doc.slice(from, insertEnd) };
}

// Positions where two documents begin to differ, and to be the same again.
type Difference = { from: number; to: number; end: number };

// A new block has the same beginning as the one that it stands before, so that the difference seems to be inside.
function toWholeBlocks(old: Node, doc: Node, { from, to, end }: Difference): Difference | undefined {
  let by = 0;
  for (; ; by++) {
    const places = [
      old.resolve(from - by),
      old.resolve(to - by),
      doc.resolve(from - by),
      doc.resolve(end - by),
    ];
    const { parent } = places[0]!;
    const isStart = ({ depth, parentOffset }: ResolvedPos) => depth > 0 && parentOffset === 0;
    if (!places.every((place) => isStart(place) && place.parent.sameMarkup(parent))) break;
  }
  return by === 0 ? undefined : { from: from - by, to: to - by, end: end - by };
}

// A changed word is shown as a whole and not only the letters that differ.
function toWholeWords(
  old: Node,
  { from, to, end, head, tail }: Difference & { head: number; tail: number },
): Difference {
  const before = Math.min(head, old.resolve(from).textOffset);
  const after = Math.min(tail, countTextAfter(old, to));
  return { from: from - before, to: to + after, end: end + after };
}

function countTextAfter(doc: Node, position: number): number {
  const { textOffset, parent, parentOffset } = doc.resolve(position);
  const { node } = parent.childAfter(parentOffset);
  return node?.isText ? node.nodeSize - textOffset : 0;
}

const reverse = (text = "") => text.split("").toReversed().join("");

function countSame(a: string, b = ""): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
