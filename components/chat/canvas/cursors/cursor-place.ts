import { MAX_CURSOR_CONTEXT } from "@/lib/chat/canvas/operations";

/** Position of a cursor in a text with line ends of one character, and the text around it. */
export type CursorPlace = { offset: number; before: string; after: string };

// In characters. Drafts differ by what people have typed since the last save.
const SEARCHED_RANGE = 2000;

// Slices at the edge of a character of two code units would be refused by the API.
const toWholeCharacters = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");

export const toCursorPlace = (text: string, offset: number): CursorPlace => ({
  offset,
  before: toWholeCharacters(text.slice(Math.max(0, offset - MAX_CURSOR_CONTEXT), offset)),
  after: toWholeCharacters(text.slice(offset, offset + MAX_CURSOR_CONTEXT)),
});

/**
 * Finds the place of someone's cursor in another draft: where most of the text around it is the same, and the nearest
 * of several such places.
 */
export function findCursor(text: string, { offset, before, after }: CursorPlace): number {
  const near = Math.min(offset, text.length);
  let best = near;
  let most = countShared(text, near, before, after);
  if (most === before.length + after.length) return near;
  for (let distance = 1; distance <= SEARCHED_RANGE; distance++)
    for (const at of [near - distance, near + distance]) {
      if (at < 0 || at > text.length) continue;
      const shared = countShared(text, at, before, after);
      if (shared > most) [best, most] = [at, shared];
    }
  return best;
}

function countShared(text: string, at: number, before: string, after: string): number {
  let back = 0;
  while (back < before.length && back < at && text[at - 1 - back] === before[before.length - 1 - back])
    back++;
  let ahead = 0;
  while (ahead < after.length && text[at + ahead] === after[ahead] && at + ahead < text.length) ahead++;
  return back + ahead;
}
