/** What a person searches for, taken apart. */
export type Terms = { wanted: Term[]; unwanted: Term[] };
export type Term = {
  text: string;
  /** Words that stand behind one another, a word in any form, or what a word begins with. */
  kind: "phrase" | "word" | "beginning";
};

/** So much of a text is searched for; of a longer one its beginning. */
export const LONGEST_QUERY = 4_000;
const MOST_TERMS = 64;

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/**
 * Takes a search apart: words, `"phrases"` and what `-is` not to be in it.
 * Text without spaces between its words is looked for by its pairs of
 * characters, as it is indexed (`lib/indexing`). Never fails: what makes no
 * sense is a word like others.
 */
export function termsOf(query: string): Terms {
  const terms: Terms = { wanted: [], unwanted: [] };
  const text = query.slice(0, LONGEST_QUERY).toWellFormed().replaceAll("\0", " ");
  for (const { 1: minus, 2: phrase, 3: word } of text.matchAll(PART)) {
    const list = minus ? terms.unwanted : terms.wanted;
    if (phrase !== undefined) list.push({ text: spaced(phrase), kind: "phrase" });
    else list.push(...ofWord(word!, Boolean(minus)));
  }
  return { wanted: distinct(terms.wanted), unwanted: distinct(terms.unwanted) };
}

/** A minus counts at the beginning of a word only: `follow-up` is one word. */
const PART = /(?<=^|\s)(-(?=[\p{L}\p{N}"]))?(?:"([^"]*)"|([^\s]+))/gu;

function ofWord(word: string, isUnwanted: boolean): Term[] {
  const terms: Term[] = [];
  const rest = word.replace(UNSPACED, (run) => {
    const characters = [...run];
    if (characters.length === 1) terms.push({ text: run, kind: "beginning" });
    else if (isUnwanted) terms.push({ text: pairs(run), kind: "phrase" });
    else terms.push(...pairs(run).split(" ").map((text) => ({ text, kind: "word" as const })));
    return " ";
  });
  for (const text of rest.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(text)) terms.push({ text, kind: "word" });
  return terms;
}

const spaced = (text: string) => text.replace(UNSPACED, (run) => ` ${pairs(run)} `).trim();

/** `ABCD` becomes `AB BC CD`. */
function pairs(run: string): string {
  const characters = [...run];
  if (characters.length < 2) return run;
  return characters.slice(1).map((character, at) => characters[at]! + character).join(" ");
}

function distinct(terms: Term[]): Term[] {
  const byText = new Map(terms.map((term) => [`${term.kind} ${term.text.toLowerCase()}`, term]));
  return [...byText.values()].filter(({ text }) => text !== "").slice(0, MOST_TERMS);
}
