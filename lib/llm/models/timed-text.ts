import type { Segment, Word } from "./types";

const MAX_SEGMENTS = 20_000;
const MAX_WORDS = 200_000;
// Sentences with fewer UTF-16 units, such as "Dr.", are joined to the next sentence.
const MIN_SENTENCE_LENGTH = 12;
const MAX_GAP_LETTERS = 40;
const MAX_SPEAKER_LENGTH = 60;
const MAX_TIMED_CHARACTERS = 300_000;

export const toStorableText = (text: string) => text.replaceAll("\0", "").toWellFormed().trim();

/**
 * Parses the segments of a response. Returns undefined without timestamps. With word timestamps, each sentence
 * becomes a segment.
 */
export function parseSegments(value: unknown, words?: unknown): Segment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const segments = value.slice(0, MAX_SEGMENTS).flatMap((segment): Segment[] => {
    const { start, end, text, speaker } = segment ?? {};
    if (typeof text !== "string" || !Number.isFinite(start) || !Number.isFinite(end)) return [];
    const from = Math.max(0, start);
    const who = typeof speaker === "string" ? toStorableText(speaker).slice(0, MAX_SPEAKER_LENGTH) : "";
    return [{ from, to: Math.max(from, end), text: toStorableText(text), ...(who && { who }) }];
  });
  const sorted = segments.toSorted((a, b) => a.from - b.from);
  const characters = sorted.reduce((sum, { text }) => sum + text.length, 0);
  return Array.isArray(words) && characters <= MAX_TIMED_CHARACTERS
    ? bySentence(sorted, words.slice(0, MAX_WORDS))
    : sorted;
}

const toLetters = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu) ?? [];

// Splits segments into sentences. Locates the timed words in the segments' text, because only this text has
// punctuation.
function bySentence(segments: Segment[], values: unknown[]): Segment[] {
  const letters: string[] = [];
  const places: { segment: number; at: number }[] = [];
  for (const [segment, { text }] of segments.entries())
    for (const { 0: letter, index: at } of text.matchAll(/[\p{L}\p{N}]/gu))
      for (const each of toLetters(letter)) {
        letters.push(each);
        places.push({ segment, at });
      }
  const found: Word[][] = segments.map(() => []);
  let next = 0;
  for (const each of values) {
    const { word, start } = (each ?? {}) as { word?: unknown; start?: unknown };
    if (typeof word !== "string" || typeof start !== "number" || !Number.isFinite(start)) continue;
    const wanted = toLetters(word);
    const at = findLetters(letters, wanted, next);
    if (at === undefined) continue;
    next = at + wanted.length;
    const place = places[at]!;
    const before = found[place.segment]!.at(-1)?.from ?? segments[place.segment]!.from;
    found[place.segment]!.push({ at: place.at, from: Math.max(before, start) });
  }
  return segments.flatMap((segment, at) => splitIntoSentences({ ...segment, words: found[at]! }));
}

function findLetters(letters: string[], wanted: string[], from: number): number | undefined {
  if (wanted.length === 0) return undefined;
  const last = Math.min(from + MAX_GAP_LETTERS, letters.length - wanted.length);
  for (let at = from; at <= last; at++)
    if (wanted.every((letter, n) => letters[at + n] === letter)) return at;
  return undefined;
}

const MAX_MARKS = 2;

function splitIntoSentences({ words = [], ...segment }: Segment): Segment[] {
  if (words.length === 0) return [segment];
  const starts = [{ index: 0, word: 0 }];
  let next = 0;
  for (const { index } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(segment.text)) {
    while (next < words.length && words[next]!.at < index) next++;
    const isBegun = next < words.length && words[next]!.at <= index + MAX_MARKS;
    if (isBegun && index - starts.at(-1)!.index >= MIN_SENTENCE_LENGTH) starts.push({ index, word: next });
  }
  const getStart = ({ word }: { word: number }) => words[word]!.from;
  return starts.map((start, n) => {
    const end = starts[n + 1];
    return {
      ...segment,
      from: n === 0 ? segment.from : getStart(start),
      to: end === undefined ? segment.to : Math.max(getStart(start), getStart(end)),
      text: segment.text.slice(start.index, end?.index).trim(),
      words: words.slice(start.word, end?.word).map(({ at, from }) => ({ at: at - start.index, from })),
    };
  });
}
