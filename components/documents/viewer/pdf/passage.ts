/** Range within one of several texts, in UTF-16 code units. */
export type TextRange = { item: number; from: number; to: number };

// Minimum length, in letters, of a fragment that is matched when the passage doesn't match as a whole.
const PIECE = 16;
// Ratio of the highlighted length to the passage's: a table or footnote may interrupt the text.
const MAX_STRETCH_RATIO = 2;
const MIN_MATCHED_SHARE = 0.5;

/**
 * Finds a passage in the text items of a PDF page, each of which may be a line, a word or a letter. White space,
 * hyphens, accents, case and compatibility forms are ignored. Additional text in the passage or on the page is
 * tolerated as long as half of the passage matches.
 * @returns the ranges to highlight; empty if the passage is not on the page
 */
export function findPassage(items: string[], passage: string): TextRange[] {
  const sought = letters(passage)
    .map(({ letter }) => letter)
    .join("");
  if (sought === "") return [];
  const places = items.flatMap((text, item) => letters(text).map((place) => ({ ...place, item })));
  const page = places.map(({ letter }) => letter).join("");
  const [from, to] = whole(page, sought) ?? inPieces(page, sought) ?? [0, 0];
  const stretches: TextRange[] = [];
  for (const { item, at, length } of places.slice(from, to)) {
    const last = stretches.at(-1);
    if (last?.item === item) last.to = at + length;
    else stretches.push({ item, from: at, to: at + length });
  }
  return stretches;
}

type CharacterRange = [from: number, to: number];

function whole(page: string, text: string): CharacterRange | undefined {
  const at = page.indexOf(text);
  return at < 0 ? undefined : [at, at + text.length];
}

// Matches the fragments of a passage that appear in order and returns the range from the first to the last.
function inPieces(page: string, text: string): CharacterRange | undefined {
  let best: { range: CharacterRange; found: number } | undefined;
  for (let start = 0; start + PIECE <= text.length; start += PIECE) {
    // No later start can match more.
    if (best && best.found >= text.length - start) break;
    const begin = page.indexOf(text.slice(start, start + PIECE));
    if (begin < 0) continue;
    const run = follow(page, text, start, begin);
    if (!best || run.found > best.found) best = run;
  }
  return best && best.found >= text.length * MIN_MATCHED_SHARE ? best.range : undefined;
}

// Continues a match through the rest of the passage, skipping what differs in the passage or on the page.
function follow(
  page: string,
  text: string,
  start: number,
  begin: number,
): { range: CharacterRange; found: number } {
  const most = begin + text.length * MAX_STRETCH_RATIO;
  let [at, end, found] = [start, begin, 0];
  while (at + PIECE <= text.length) {
    const next = page.indexOf(text.slice(at, at + PIECE), end);
    if (next < 0 || next + PIECE > most) {
      at++;
      continue;
    }
    let length = PIECE;
    while (at + length < text.length && text[at + length] === page[next + length]) length++;
    at += length;
    end = next + length;
    found += length;
  }
  return { range: [begin, end], found };
}

type Letter = { letter: string; at: number; length: number };

// Returns the normalized letters and digits of a text with their offsets; a ligature yields several letters.
function letters(text: string): Letter[] {
  const found: Letter[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = sign
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\s\p{M}\p{Pd}\p{Cf}\p{Cc}]/gu, "");
    // Split by code unit, so that offsets in the joined text are indexes of this list.
    for (const letter of plain.split("")) found.push({ letter, at, length: sign.length });
    at += sign.length;
  }
  return found;
}
