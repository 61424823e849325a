/**
 * Additional word forms for languages that PostgreSQL can't stem sufficiently. They are indexed with a chunk's words
 * and searched by `lib/knowledge/search`.
 */

const COMPOUNDING = new Set(["german", "dutch", "swedish", "danish", "norwegian"]);
const MIN_COMPOUND_LETTERS = 8;
const MIN_PART_LETTERS = 4;
// Longer strings are not words. PostgreSQL limits lexemes to 2 kB.
const MAX_WORD_LETTERS = 60;
// Prefix that marks words spelled backwards. No real word begins with these letters.
const BACKWARDS = "qx";
const ENDINGS = /(?:ern|em|en|er|es|e|s|n)$/;
const LATIN = /[\p{sc=Latin}\p{M}]+/gu;

const isArabic = (word: string) => /^\p{sc=Arabic}/u.test(word);
const ARABIC = /[\p{sc=Arabic}\p{M}]+/gu;
const MARKS = /[\u064b-\u065f\u0670\u0640]/g;

export const stripDiacritics = (text: string): string => text.replaceAll(MARKS, "");

// Stems Arabic words by removing articles, conjunctions and suffixes (Larkey et al. 2007, light10).
function arabicStem(word: string): string {
  let stem = stripDiacritics(word)
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

/**
 * Returns additional word forms of a text: Arabic stems, and compounds spelled backwards, so that a prefix search finds
 * their endings.
 */
export function listWordForms(text: string, language: string | null): string[] {
  if (language === "arabic") return (text.match(ARABIC) ?? []).map(arabicStem);
  if (!language || !COMPOUNDING.has(language)) return [];
  const long = (text.match(LATIN) ?? []).filter(
    ({ length }) => length >= MIN_COMPOUND_LETTERS && length <= MAX_WORD_LETTERS,
  );
  return long.map((word) => backwards(lightStem(word)));
}

export type Forms = {
  stem?: string;
  beginnings: string[];
  parts: [string, string][];
};

export function buildSearchForms(searched: string, language: string | null): Forms {
  const word = searched.replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, "");
  if (word.length > MAX_WORD_LETTERS) return { beginnings: [], parts: [] };
  if (isArabic(word)) return { stem: arabicStem(word), beginnings: [], parts: [] };
  const isCompounding = language === null || COMPOUNDING.has(language);
  if (!isCompounding || !/^[\p{sc=Latin}\p{M}]+$/u.test(word)) return { beginnings: [], parts: [] };
  const stem = lightStem(word);
  const beginnings = stem.length < MIN_PART_LETTERS ? [] : [backwards(stem)];
  // Compounds that begin with the word are found only if it is capitalized, as German nouns are.
  if (language !== null && stem.length > MIN_PART_LETTERS && /^\p{Lu}/u.test(word)) beginnings.push(stem);
  return { beginnings, parts: language === null ? [] : splitCompound(word.toLowerCase().normalize("NFC")) };
}

function splitCompound(word: string): [string, string][] {
  const parts: [string, string][] = [];
  if (word.length < MIN_COMPOUND_LETTERS) return parts;
  for (let at = MIN_PART_LETTERS; at <= word.length - MIN_PART_LETTERS; at++)
    parts.push([word.slice(0, at).replace(/(?<=.{4})s$/, ""), word.slice(at)]);
  return parts;
}
