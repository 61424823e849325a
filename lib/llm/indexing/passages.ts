import { HEADING_SEPARATOR, isHeading, parseStructure } from "./headings";
import { countUnspacedCharacters, hasWords, toStorableText } from "./indexed-text";

export type Chunk = {
  start: number;
  length: number;
  page: number | null;
  /**
   * Indexed text: the context and then the chunk. The context consists of the name of the sheet or embedded file, the
   * headings above and, for tables, the header row.
   */
  text: string;
};
export type DocumentPart = { page: number; start: number; title?: string | null };
type Unit = { start: number; end: number; size: number; endsParagraph: boolean; beginsSection?: boolean };

// Chunk sizes in words. A chunk ends at `WANTED`, or at the end of a paragraph from `WANTED_OF_PARAGRAPH` on, and never
// exceeds `MAX_CHUNK_WORDS`.
const WANTED = 120;
const WANTED_OF_PARAGRAPH = 80;
const MAX_CHUNK_WORDS = 200;
const MIN_CHUNK_WORDS = 20;
const MIN_SECTION_WORDS = 40;
const MAX_BLOCK_LENGTH = 20_000;
const MAX_HEADER_LENGTH = 600;
const MAX_ROWS_LOOKED_AT = 10;
const MIN_HEADER_SHARE = 0.8;
const CELL_SEPARATOR = " | ";
const MAX_PATH_LENGTH = 300;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Splits text into chunks of about 120 and at most 200 words, at sentence ends and within pages. With `isTable`,
 * lines stay whole and each chunk repeats the header row. With `isMarkdown`, each chunk repeats the headings above
 * it, and the header of a table or the introduction of a list. Yields chunks one at a time so that callers can pause.
 */
export function* splitIntoChunks(
  text: string,
  { parts = [], isTable = false, isMarkdown = false }: ChunkingOptions = {},
): Generator<Chunk> {
  const places = isMarkdown ? parseStructure(text) : [];
  let place = 0;
  const starts = parts.toSorted((a, b) => a.start - b.start);
  if (!starts.length || starts[0]!.start > 0) starts.unshift({ page: -1, start: 0 });
  for (const [at, { page, start, title }] of starts.entries()) {
    const end = starts[at + 1]?.start ?? text.length;
    const shown = page === -1 ? null : page;
    const header = isTable ? headerAt(text, start, end) : undefined;
    const units = isTable
      ? splitIntoLines(text, header!.end, end)
      : splitIntoSentences(text, start, end, isMarkdown);
    let found = false;
    for (const span of gathered(units)) {
      const trimmed = trim(text, span);
      if (!trimmed) continue;
      found = true;
      const own = toStorableText(text.slice(trimmed.start, trimmed.end));
      while ((places[place + 1]?.start ?? Number.POSITIVE_INFINITY) <= trimmed.start) place++;
      const { headings = [], lead = "" } = places[place] ?? {};
      const path = buildHeadingPath(title, headings, own);
      yield {
        start: trimmed.start,
        length: trimmed.end - trimmed.start,
        page: shown,
        text: [path, [header?.text ?? toStorableText(lead), own].filter(Boolean).join("\n")]
          .filter(Boolean)
          .join("\n\n"),
      };
    }
    const only = !found && header ? trim(text, { start, end }) : undefined;
    if (only) yield { start: only.start, length: only.end - only.start, page: shown, text: header!.text };
  }
}
type ChunkingOptions = { parts?: DocumentPart[]; isTable?: boolean; isMarkdown?: boolean };

function buildHeadingPath(title: string | null | undefined, headings: string[], own: string): string {
  const isSaid = !title || headings[0] === title || own.startsWith(`# ${title}\n`);
  return toStorableText(
    [...(isSaid ? [] : [title]), ...headings].join(HEADING_SEPARATOR).slice(0, MAX_PATH_LENGTH),
  );
}

function* gathered(units: Iterable<Unit>): Generator<{ start: number; end: number }> {
  let before: { start: number; end: number; size: number } | undefined;
  let open: { start: number; end: number; size: number } | undefined;
  for (const unit of units) {
    if (
      open &&
      (open.size + unit.size > MAX_CHUNK_WORDS || (unit.beginsSection && open.size >= MIN_SECTION_WORDS))
    ) {
      if (before) yield before;
      before = open;
      open = undefined;
    }
    open = open
      ? { start: open.start, end: unit.end, size: open.size + unit.size }
      : { start: unit.start, end: unit.end, size: unit.size };
    if (open.size < (unit.endsParagraph ? WANTED_OF_PARAGRAPH : WANTED)) continue;
    if (before) yield before;
    before = open;
    open = undefined;
  }
  const joins = before && open && open.size < MIN_CHUNK_WORDS && before.size + open.size <= MAX_CHUNK_WORDS;
  if (before) yield joins ? { start: before.start, end: open!.end } : before;
  if (open && !joins) yield open;
}

// Counts words. Two characters of a script without spaces count as a word, as do ten characters of other unbroken text.
function countWords(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(words, words - 1 + countUnspacedCharacters(text) / 2, text.trim().length / 10);
}

function* splitIntoSentences(text: string, from: number, to: number, isMarkdown: boolean): Generator<Unit> {
  for (const { start, end } of stretches(text, from, to)) {
    const paragraph = text.slice(start, end).replace(/\s/g, " ");
    let beginsSection = isMarkdown && isHeading(text.slice(start, end).trimStart());
    const isRow = isMarkdown && paragraph.startsWith("|");
    const sentences = isRow ? [{ segment: paragraph, index: 0 }] : segmenter.segment(paragraph);
    let last: Unit | undefined;
    for (const { segment, index } of sentences) {
      for (const unit of whole(segment, start + index)) {
        if (last) yield last;
        last = { ...unit, beginsSection };
        beginsSection = false;
      }
    }
    if (last) yield { ...last, endsParagraph: true };
  }
}

function* splitIntoLines(text: string, from: number, to: number): Generator<Unit> {
  for (let start = from; start < to; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 || newline >= to ? to : newline + 1;
    yield* whole(text.slice(start, end), start);
    start = end;
  }
}

function* whole(sentence: string, start: number): Generator<Unit> {
  const size = countWords(sentence);
  if (size <= MAX_CHUNK_WORDS) {
    yield { start, end: start + sentence.length, size, endsParagraph: false };
    return;
  }
  const length = Math.ceil(sentence.length / Math.ceil(size / WANTED));
  for (let at = 0; at < sentence.length; ) {
    const end = breakBefore(sentence, at, Math.min(at + length, sentence.length));
    const piece = sentence.slice(at, end);
    yield {
      start: start + at,
      end: start + end,
      size: Math.min(countWords(piece), MAX_CHUNK_WORDS),
      endsParagraph: false,
    };
    at = end;
  }
}

function* stretches(text: string, from: number, to: number): Generator<{ start: number; end: number }> {
  const boundary = /\n[^\S\n]*\n\s*|\n(?=[^\S\n]*(?:[-*•#|>]|\d+[.)])\s)/g;
  boundary.lastIndex = from;
  for (let start = from; start < to; ) {
    const found = boundary.exec(text);
    const end = found && found.index < to ? Math.min(found.index + found[0].length, to) : to;
    while (end - start > MAX_BLOCK_LENGTH) {
      const cut = breakBefore(text, start, start + MAX_BLOCK_LENGTH);
      yield { start, end: cut };
      start = cut;
    }
    if (end > start) yield { start, end };
    start = end;
  }
}

function breakBefore(text: string, from: number, to: number): number {
  if (to >= text.length) return text.length;
  for (let at = to; at > from + (to - from) / 2; at--) if (/\s/.test(text[at - 1]!)) return at;
  const isInside = /[\uDC00-\uDFFF]/.test(text[to]!) && /[\uD800-\uDBFF]/.test(text[to - 1]!);
  return isInside && to - 1 > from ? to - 1 : to;
}

function headerAt(text: string, start: number, end: number): { end: number; text: string } {
  const lines: { end: number; cells: number }[] = [];
  for (let at = start; at < end && lines.length < MAX_ROWS_LOOKED_AT; ) {
    const newline = text.indexOf("\n", at);
    const lineEnd = newline === -1 || newline >= end ? end : newline + 1;
    const cells = text
      .slice(at, lineEnd)
      .split(CELL_SEPARATOR)
      .filter((cell) => cell.trim() !== "").length;
    lines.push({ end: lineEnd, cells });
    at = lineEnd;
  }
  const widest = Math.max(...lines.map(({ cells }) => cells));
  const header = lines.find(({ cells }) => cells >= MIN_HEADER_SHARE * widest) ?? { end: start };
  return {
    end: header.end,
    text: toStorableText(text.slice(start, header.end).trim().slice(0, MAX_HEADER_LENGTH)),
  };
}

function trim(text: string, { start, end }: { start: number; end: number }) {
  const piece = text.slice(start, end);
  if (!hasWords(piece)) return undefined;
  const before = piece.length - piece.trimStart().length;
  return { start: start + before, end: start + piece.trimEnd().length };
}
