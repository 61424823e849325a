import { applyAll, diffTexts, type TextChange } from "./suggestions/changes";

type Side = "theirs" | "mine";
type SideChange = TextChange & { side: Side };

/**
 * Merges two texts that were made from the same one. What either side wrote stays, and what either side deleted goes.
 * `collides` is true if both replaced the same words by different ones; the text has both then, one after the other.
 */
export function mergeTexts(base: string, mine: string, theirs: string): { text: string; collides: boolean } {
  const changes = [...listChanges(base, theirs, "theirs"), ...listChanges(base, mine, "mine")].sort(
    (one, other) => one.from - other.from || one.to - other.to,
  );
  let text = "";
  let collides = false;
  let at = 0;
  for (const group of groupTouching(changes)) {
    const from = Math.min(...group.map((change) => change.from));
    const to = Math.max(...group.map((change) => change.to));
    text += base.slice(at, from);
    const [ofTheirs, ofMine] = [pick(group, "theirs"), pick(group, "mine")];
    const [asTheirs, asMine] = [applyAll(base, ofTheirs, from, to), applyAll(base, ofMine, from, to)];
    if (asTheirs === asMine) text += asTheirs;
    else {
      text += applyAll(base, group, from, to);
      collides ||= ofMine.some((change) => ofTheirs.some((other) => isCollision(base, change, other)));
    }
    at = to;
  }
  return { text: text + base.slice(at), collides };
}

// True if most of the words that `text` adds to a base are among those that `other` adds to it.
export function hasInsertions(base: string, text: string, other: string): boolean {
  const listInserted = (changed: string) => diffTexts(base, changed, "words").map(({ insert }) => insert);
  const words = listInserted(text).flatMap((insert) => insert.match(/\S+/g) ?? []);
  const there = listInserted(other).join(" ");
  return words.length > 0 && words.filter((word) => there.includes(word)).length > words.length / 2;
}

const listChanges = (base: string, text: string, side: Side): SideChange[] =>
  diffTexts(base, text, "words").map((change) => ({ ...change, side }));

const pick = (group: SideChange[], side: Side) => group.filter((change) => change.side === side);

function groupTouching(changes: SideChange[]): SideChange[][] {
  const groups: SideChange[][] = [];
  let end = -1;
  for (const change of changes) {
    const last = groups.at(-1);
    const isSamePlace = last?.some(({ from, to }) => from === change.from && to === change.to);
    if (last && (change.from < end || isSamePlace)) last.push(change);
    else groups.push([change]);
    end = Math.max(end, change.to);
  }
  return groups;
}

// Space between words may be replaced by both.
const isCollision = (base: string, one: TextChange, other: TextChange): boolean =>
  one.insert !== "" &&
  other.insert !== "" &&
  /\S/.test(base.slice(Math.max(one.from, other.from), Math.min(one.to, other.to)));
