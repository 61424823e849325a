// @ts-check

/** So many letters of a text are looked at, and with fewer nothing is said. */
const LOOKED_AT = 20_000;
const LEAST_LETTERS = 200;
/** Shorter words are mostly abbreviations. */
const WORD = /(?<![\p{L}\p{N}])[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{M}]{4,}(?![\p{L}\p{N}])/gu;
const VOWELS = /[aeiouyæœøıаеёиоуыэюяіїєαεηιουω]/gu;
const CONSONANTS = /[^aeiouyæœøıаеёиоуыэюяіїєαεηιουω]{5,}/gu;
/** Of the letters of a text. In 20 languages and in programs 35 to 44 percent are vowels, in letters by chance 23. */
const VOWELS_OF_LANGUAGE = { least: 0.29, most: 0.7 };
/** Of the letters: so many stand in rows of five consonants or more, of languages at most a fiftieth. */
const MOST_IN_ROWS = 0.12;

/**
 * Whether the words of a text are those of a language that is written in letters with vowels, as far as that can be told:
 * letters by chance, codes, and what a PDF says whose fonts have their letters in another order are not.
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
  if (letters < LEAST_LETTERS) return true;
  const share = vowels / letters;
  return (
    share >= VOWELS_OF_LANGUAGE.least && share <= VOWELS_OF_LANGUAGE.most && inRows <= MOST_IN_ROWS * letters
  );
}
