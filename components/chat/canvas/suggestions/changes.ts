import { diffArrays, diffLines } from "diff";

/** Replaces what stands between two offsets of a text. */
export type TextChange = { from: number; to: number; insert: string };
export type DiffUnit = "words" | "lines";

// More edits than these would block the page; lines are compared then, or the text is one change.
const MAX_EDITS = 2_000;

/** Returns the changes that turn a text into another, in their order. */
export function diffTexts(before: string, after: string, unit: DiffUnit): TextChange[] {
  const same = getSameLines(before, after);
  const end = getSameEnd(before, after, same);
  const parts = compare(before.slice(same, before.length - end), after.slice(same, after.length - end), unit);
  const changes: TextChange[] = [];
  let at = same;
  let isOpen = false;
  for (const { value, added, removed } of parts) {
    if (!added && !removed) {
      // Words with only a space between them change together.
      isOpen = isOpen && unit === "words" && /^[^\S\n]+$/.test(value);
      if (isOpen) extend(changes, value.length, value);
      at += value.length;
      continue;
    }
    if (!isOpen) changes.push({ from: at, to: at, insert: "" });
    isOpen = true;
    extend(changes, removed ? value.length : 0, added ? value : "");
    if (removed) at += value.length;
  }
  return changes
    .map((change) => trimSame(before, change))
    .filter(({ from, to, insert }) => from < to || insert !== "");
}

type DiffPart = { value: string; added: boolean; removed: boolean };

function compare(before: string, after: string, unit: DiffUnit): DiffPart[] {
  const options = { maxEditLength: MAX_EDITS };
  const words = unit === "words" ? diffArrays(splitWords(before), splitWords(after), options) : undefined;
  return (
    words?.map((part) => ({ ...part, value: part.value.join("") })) ??
    diffLines(before, after, options) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
}

// Words of all scripts, also of those that are written without spaces.
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const splitWords = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

// Lines that are the same at the beginning need no comparison.
function getSameLines(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  return at === 0 ? 0 : before.lastIndexOf("\n", at - 1) + 1;
}

// Likewise at the end, as whole lines of both texts.
function getSameEnd(before: string, after: string, from: number): number {
  const most = Math.min(before.length, after.length) - from;
  let length = 0;
  while (length < most && before[before.length - 1 - length] === after[after.length - 1 - length]) length++;
  const lineStart = before.indexOf("\n", before.length - length);
  return length === 0 || lineStart < 0 ? 0 : before.length - 1 - lineStart;
}

function extend(changes: TextChange[], length: number, insert: string): void {
  const last = changes.at(-1)!;
  changes[changes.length - 1] = { from: last.from, to: last.to + length, insert: last.insert + insert };
}

// Without the space that was taken in after a change and that no other change followed.
function trimSame(before: string, { from, to, insert }: TextChange): TextChange {
  const tail = /\s*$/.exec(before.slice(from, to))?.[0] ?? "";
  const same = tail !== "" && insert.endsWith(tail) ? tail.length : 0;
  return { from, to: to - same, insert: insert.slice(0, insert.length - same) };
}

export const applyChange = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Moves changes that stand after one that is applied. */
export const shiftAfter = (changes: TextChange[], applied: TextChange): TextChange[] => {
  const by = applied.insert.length - (applied.to - applied.from);
  return changes.map((change) =>
    change.from >= applied.to ? { ...change, from: change.from + by, to: change.to + by } : change,
  );
};

/**
 * Moves changes of a text to another version of it. Changes whose place was changed there, too, are merged: each
 * replaces what the other version has there by what they make of the first text.
 */
export function rebase(
  changes: TextChange[],
  base: string,
  now: string,
): { kept: TextChange[]; overlapping: TextChange[] } {
  const edits = diffTexts(base, now, "words");
  const kept: TextChange[] = [];
  const groups: { changes: TextChange[]; edits: Set<TextChange> }[] = [];
  for (const change of changes) {
    const touching = edits.filter(({ from, to }) => from < change.to && to > change.from);
    const last = groups.at(-1);
    if (touching.length === 0) kept.push({ ...move(edits, change), insert: change.insert });
    else if (last && touching.some((edit) => last.edits.has(edit))) {
      last.changes.push(change);
      for (const edit of touching) last.edits.add(edit);
    } else groups.push({ changes: [change], edits: new Set(touching) });
  }
  const overlapping = groups.map((group) => {
    const all = [...group.changes, ...group.edits];
    const from = Math.min(...all.map((each) => each.from));
    const to = Math.max(...all.map((each) => each.to));
    const insert = applyAll(base, group.changes, from, to);
    return { ...move(edits, { from, to }), insert };
  });
  return { kept, overlapping: overlapping.filter(({ from, to, insert }) => now.slice(from, to) !== insert) };
}

/**
 * Returns the passage from `from` to `to` with the changes in it applied, which are ordered by where they begin. What
 * overlapping changes insert stands where they begin, before what is left of the passage there.
 */
export function applyAll(base: string, changes: TextChange[], from: number, to: number): string {
  let text = "";
  let at = from;
  for (const change of changes) {
    text += base.slice(at, Math.max(at, change.from)) + change.insert;
    at = Math.max(at, change.to);
  }
  return text + base.slice(at, to);
}

function move(edits: TextChange[], range: { from: number; to: number }): { from: number; to: number } {
  const from = moveOffset(edits, range.from, "start");
  return { from, to: Math.max(from, moveOffset(edits, range.to, "end")) };
}

// An insertion at the edge of a range stays outside of it.
function moveOffset(edits: TextChange[], offset: number, side: "start" | "end"): number {
  let by = 0;
  for (const { from, to, insert } of edits) {
    const isBefore = to < offset || (to === offset && (from < to || side === "start"));
    if (!isBefore) break;
    by += insert.length - (to - from);
  }
  return offset + by;
}
