import type { PassageRow } from "./queries/passages";
import { parseTerms } from "./query-terms";

type HighlightRange = [number, number];

/**
 * Returns the text of a chunk. Chunks of messages store only offsets, which may exceed a message that has been
 * shortened meanwhile.
 */
export const getPassageText = ({
  text,
  start,
  length,
  message,
}: Pick<PassageRow, "text" | "start" | "length" | "message">) =>
  text ?? message?.text.slice(start, start + length).toWellFormed() ?? "";

// Words count as forms of one word when they share a prefix of at least this many letters that covers the shorter word
// except for a short suffix.
const MIN_STEM_LETTERS = 4;
const MAX_SUFFIX_LETTERS = 3;

const folded = (word: string) => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Returns the ranges of a text that match a search's words, sorted and without overlaps, as `[begin, end]` in UTF-16
 * code units.
 */
export function listHighlights(text: string, query: string): HighlightRange[] {
  const { wanted } = parseTerms(query);
  const words = wanted.flatMap((term) => folded(term.text).match(/[\p{L}\p{N}]+/gu) ?? []);
  const pieces = new Set(words.filter(isUnspaced));
  const ranges: HighlightRange[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (isUnspaced(word)) {
      for (const piece of pieces) {
        for (let at = word.indexOf(piece); at >= 0; at = word.indexOf(piece, at + 1)) {
          ranges.push([index + at, index + at + piece.length]);
        }
      }
    } else if (words.some((other) => isWordForm(folded(word), other)))
      ranges.push([index, index + word.length]);
  }
  return merged(ranges);
}

/**
 * Returns the second of a recording at which a chunk of its transcript matches a search best; null for other chunks.
 */
export function findMoment(
  row: Pick<PassageRow, "text" | "start" | "length" | "message" | "lines">,
  query: string,
) {
  const { lines, start } = row;
  if (!lines) return null;
  const highlights = listHighlights(getPassageText(row), query);
  const weights = lines.map((line, at) => {
    const next = lines[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    const inside = highlights.filter(([from]) => start + from >= line.start && start + from < next);
    return inside.reduce((sum, [from, to]) => sum + to - from, 0);
  });
  return lines[weights.indexOf(Math.max(...weights))]?.seconds ?? null;
}

const isUnspaced = (word: string) =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(word);

function isWordForm(a: string, b: string): boolean {
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  let same = 0;
  while (same < shorter && a[same] === b[same]) same++;
  return same >= MIN_STEM_LETTERS && Math.max(a.length, b.length) - same <= MAX_SUFFIX_LETTERS;
}

function merged(ranges: HighlightRange[]): HighlightRange[] {
  const result: HighlightRange[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
