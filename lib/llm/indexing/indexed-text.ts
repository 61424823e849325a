const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const PICTURES = /\p{Extended_Pictographic}/gu;
// Names that are also written without the apostrophe, such as O'Brien and D’Angelo.
const WITH_APOSTROPHE = /(?<!\p{L})(\p{L}{1,3})['’](\p{Lu}\p{L}+)/gu;

export const hasWords = (text: string): boolean => LETTER.test(text);

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns true for a text of one word, even if repeated, such as "Thanks!" or "no, no". Returns false for scripts
 * without spaces between words.
 */
export function isSingleWord(text: string): boolean {
  if (countUnspacedCharacters(text) > 0) return false;
  return new Set(text.toLowerCase().match(WORDS)).size <= 1;
}

export function countUnspacedCharacters(text: string): number {
  let length = 0;
  for (const [run] of text.matchAll(RUNS)) length += run.length;
  return length;
}

/**
 * Prepares text for the full-text index and its queries. Splits runs of scripts without spaces into overlapping
 * bigrams (預算批准 becomes 預算 算批 批准), because PostgreSQL can't segment their words. The result passes through `fold` and
 * the `simple` dictionary.
 */
export const toIndexedText = (text: string): string =>
  toStorableText(text)
    .replace(RUNS, (run) => {
      const characters = [...run];
      if (characters.length < 3) return ` ${run} `;
      return ` ${characters
        .slice(1)
        .map((character, at) => characters[at] + character)
        .join(" ")} `;
    })
    .replace(PICTURES, (picture) => ` emoji${picture.codePointAt(0)!.toString(16)} `);

export const listJoinedNames = (text: string): string[] =>
  [...text.matchAll(WITH_APOSTROPHE)].map(([, first, rest]) => first! + rest!);

// Command-line options such as -k and -K. PostgreSQL's parser drops the hyphen and `fold` the case.
const OPTION = /(?<![\p{L}\p{N}_./-])-[A-Za-z0-9](?![\p{L}\p{N}_-])/gu;

export const listCommandOptions = (text: string): string[] => [...new Set(text.match(OPTION))];

/** Replaces characters that PostgreSQL can't store, without shifting positions. */
export const toStorableText = (text: string): string => text.replaceAll("\0", " ").toWellFormed();
