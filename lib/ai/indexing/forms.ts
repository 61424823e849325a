/**
 * What words are found by beside themselves and their stems, where the database has no rules for a language. It stands
 * among the words of a passage, and searches ask for it (`lib/knowledge/search`).
 */

/** Languages that write compounds as one word. */
const COMPOUNDING = new Set(["german", "dutch", "swedish", "danish", "norwegian"]);
/** A compound has at least so many letters, and each of its parts. */
const LEAST_COMPOUND = 8;
const LEAST_PART = 4;
/** What is longer is no word, and the database takes none of more than 2,000 bytes. */
const LONGEST = 60;
/** Stands before what is written backwards: no word begins like it. */
const BACKWARDS = "qx";
const ENDINGS = /(?:ern|em|en|er|es|e|s|n)$/;
const LATIN = /[\p{sc=Latin}\p{M}]+/gu;

const isArabic = (word: string) => /^\p{sc=Arabic}/u.test(word);
const ARABIC = /[\p{sc=Arabic}\p{M}]+/gu;
const MARKS = /[\u064b-\u065f\u0670\u0640]/g;

/** Without vowel signs and the line that stretches words. */
export const unmarked = (text: string): string => text.replaceAll(MARKS, "");

/** Light stemming of Arabic (Larkey et al. 2007, light10): articles, conjunctions, endings. */
function arabicStem(word: string): string {
  let stem = unmarked(word)
    .replaceAll(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه");
  if (/^و.{3}/.test(stem)) stem = stem.slice(1);
  stem = stem.replace(/^(?:ال|بال|كال|فال|لل)(?=..)/, "");
  for (let ending = ""; ; stem = stem.slice(0, -ending.length)) {
    [ending = ""] = /(?<=..)(?:ها|ان|ات|ون|ين|يه|ه|ي)$/.exec(stem) ?? [];
    if (!ending) return stem;
  }
}

const lightStem = (word: string) => word.toLowerCase().normalize("NFC").replace(ENDINGS, "");
const backwards = (word: string) => BACKWARDS + [...word].reverse().join("");

/** Further words to find a text by: stems of Arabic, and compounds backwards, so that they are found by their ends. */
export function formsOf(text: string, language: string | null): string[] {
  if (language === "arabic") return (text.match(ARABIC) ?? []).map(arabicStem);
  if (!language || !COMPOUNDING.has(language)) return [];
  const long = (text.match(LATIN) ?? []).filter(
    ({ length }) => length >= LEAST_COMPOUND && length <= LONGEST,
  );
  return long.map((word) => backwards(lightStem(word)));
}

export type Forms = {
  /** Another form that a text may have of the word. */
  stem?: string;
  /** What words may begin with that are compounds with it: at their beginning, or, backwards, at their end. */
  beginnings: string[];
  /** Pairs of words that the word may be a compound of. */
  parts: [string, string][];
};

/** By what else a word of a search is found. @param language null where nothing tells */
export function formsOfSearched(searched: string, language: string | null): Forms {
  const word = searched.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, "");
  if (word.length > LONGEST) return { beginnings: [], parts: [] };
  if (isArabic(word)) return { stem: arabicStem(word), beginnings: [], parts: [] };
  const isCompounding = language === null || COMPOUNDING.has(language);
  if (!isCompounding || !/^[\p{sc=Latin}\p{M}]+$/u.test(word)) return { beginnings: [], parts: [] };
  const stem = lightStem(word);
  const beginnings = stem.length < LEAST_PART ? [] : [backwards(stem)];
  // Of German only nouns make compounds that begin with them, and only they are written large.
  if (language !== null && stem.length > LEAST_PART && /^\p{Lu}/u.test(word)) beginnings.push(stem);
  return { beginnings, parts: language === null ? [] : partsOf(word.toLowerCase().normalize("NFC")) };
}

/** Every way to cut a word in two, with and without what joins the parts. */
function partsOf(word: string): [string, string][] {
  const parts: [string, string][] = [];
  if (word.length < LEAST_COMPOUND) return parts;
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++)
    parts.push([word.slice(0, at).replace(/(?<=.{4})s$/, ""), word.slice(at)]);
  return parts;
}
