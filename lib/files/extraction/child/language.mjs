// @ts-check

// Maximum number of letters that are analyzed. Texts with fewer than `MIN_LETTERS` are accepted without analysis.
const LOOKED_AT = 20_000;
const MIN_LETTERS = 200;
const WORD = /(?<![\p{L}\p{N}])[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{M}]{4,}(?![\p{L}\p{N}])/gu;
const VOWELS = /[aeiouyæœøıаеёиоуыэюяіїєαεηιουω]/gu;
const CONSONANTS = /[^aeiouyæœøıаеёиоуыэюяіїєαεηιουω]{5,}/gu;
// Share of vowels among letters. 20 natural languages and source code have 35 to 44 %, random letters 23 %.
const VOWELS_OF_LANGUAGE = { least: 0.29, most: 0.7 };
// Maximum share of letters in runs of five or more consonants. Natural languages stay below 2 %.
const MAX_CONSONANT_RUN_SHARE = 0.12;

/**
 * Returns true if text resembles a language written with vowels, or is too short to decide. Returns false for random
 * letters, codes, and text of PDFs whose fonts map letters wrongly.
 * @param {string} text
 */
export function isLanguage(text) {
  let letters = 0;
  let vowels = 0;
  let inRows = 0;
  for (const [word] of text.slice(0, LOOKED_AT * 10).matchAll(WORD)) {
    const plain = word.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
    letters += plain.length;
    vowels += plain.match(VOWELS)?.length ?? 0;
    for (const [row] of plain.matchAll(CONSONANTS)) inRows += row.length;
    if (letters > LOOKED_AT) break;
  }
  if (letters < MIN_LETTERS) return true;
  const share = vowels / letters;
  return (
    share >= VOWELS_OF_LANGUAGE.least &&
    share <= VOWELS_OF_LANGUAGE.most &&
    inRows <= MAX_CONSONANT_RUN_SHARE * letters
  );
}
