/** A stretch of one of several texts, in UTF-16 units. */
export type Stretch = { item: number; from: number; to: number };

/** The least part of a passage that is looked for when it isn't found as a whole. In letters. */
const PIECE = 16;
/** What is marked may be so much longer than the passage: there may be a table or a footnote in between. */
const MOST_STRETCHED = 2;
/** So much of a passage has to be found to say that it is there. */
const LEAST_FOUND = 0.5;

/**
 * Finds a passage in the pieces of text of a page, as PDFs have them: a line, a word or a letter each. White space,
 * hyphens, accents, and the case and shape of letters don't count; what the page or the passage has besides doesn't
 * hinder, as long as half of the passage is there.
 * @returns what of which pieces is to be marked; empty when the passage isn't there
 */
export function findPassage(items: string[], passage: string): Stretch[] {
  const sought = letters(passage)
    .map(({ letter }) => letter)
    .join("");
  if (sought === "") return [];
  const places = items.flatMap((text, item) => letters(text).map((place) => ({ ...place, item })));
  const page = places.map(({ letter }) => letter).join("");
  const [from, to] = whole(page, sought) ?? inPieces(page, sought) ?? [0, 0];
  const stretches: Stretch[] = [];
  for (const { item, at, length } of places.slice(from, to)) {
    const last = stretches.at(-1);
    if (last?.item === item) last.to = at + length;
    else stretches.push({ item, from: at, to: at + length });
  }
  return stretches;
}

type Range = [from: number, to: number];

function whole(page: string, sought: string): Range | undefined {
  const at = page.indexOf(sought);
  return at < 0 ? undefined : [at, at + sought.length];
}

/** From the first to the last of those parts of the passage that the page has, one after the other. */
function inPieces(page: string, sought: string): Range | undefined {
  let best: { range: Range; found: number } | undefined;
  for (let start = 0; start + PIECE <= sought.length; start += PIECE) {
    // No later beginning has more.
    if (best && best.found >= sought.length - start) break;
    const begin = page.indexOf(sought.slice(start, start + PIECE));
    if (begin < 0) continue;
    const run = follow(page, sought, start, begin);
    if (!best || run.found > best.found) best = run;
  }
  return best && best.found >= sought.length * LEAST_FOUND ? best.range : undefined;
}

/** Goes on from where a piece begins, in both, as long as there is more of the passage nearby. */
function follow(page: string, sought: string, start: number, begin: number): { range: Range; found: number } {
  const most = begin + sought.length * MOST_STRETCHED;
  let [at, end, found] = [start, begin, 0];
  while (at + PIECE <= sought.length) {
    const next = page.indexOf(sought.slice(at, at + PIECE), end);
    if (next < 0 || next + PIECE > most) {
      at++;
      continue;
    }
    let length = PIECE;
    while (at + length < sought.length && sought[at + length] === page[next + length]) length++;
    at += length;
    end = next + length;
    found += length;
  }
  return { range: [begin, end], found };
}

type Letter = { letter: string; at: number; length: number };

/** The letters and digits of a text, each with where it stands; one sign may stand for several, such as a ligature. */
function letters(text: string): Letter[] {
  const found: Letter[] = [];
  let at = 0;
  for (const sign of text) {
    const plain = sign
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\s\p{M}\p{Pd}\p{Cf}\p{Cc}]/gu, "");
    // By the unit, so that a place in the joined text is a place in this list.
    for (const letter of plain.split("")) found.push({ letter, at, length: sign.length });
    at += sign.length;
  }
  return found;
}
