/** Scripts that are written without spaces between words, or whose words carry their grammar with them. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** The database's parser drops them. */
const PICTURES = /\p{Extended_Pictographic}/gu;
/** Of names that are written with and without the mark: O'Brien, D’Angelo. */
const WITH_APOSTROPHE = /(?<!\p{L})(\p{L}{1,3})['’](\p{Lu}\p{L}+)/gu;

/** Whether a text has anything that it could be found by. */
export const hasWords = (text: string): boolean => LETTER.test(text);

/** How many characters of a text belong to scripts without spaces. */
export function unspacedLength(text: string): number {
  let length = 0;
  for (const [run] of text.matchAll(RUNS)) length += run.length;
  return length;
}

/**
 * A text as the full-text index and its queries take it: runs of scripts
 * without spaces are cut into overlapping pairs of characters (預算批准 becomes
 * 預算 算批 批准), since nothing in the database knows their words. Goes
 * through `fold` and the dictionary `simple`.
 */
export const paired = (text: string): string =>
  storable(text)
    .replace(RUNS, (run) => {
      const characters = [...run];
      if (characters.length < 3) return ` ${run} `;
      return ` ${characters
        .slice(1)
        .map((character, at) => characters[at] + character)
        .join(" ")} `;
    })
    .replace(PICTURES, (picture) => ` emoji${picture.codePointAt(0)!.toString(16)} `);

/** Names with an apostrophe as some write them without. */
export const joinedNames = (text: string): string[] =>
  [...text.matchAll(WITH_APOSTROPHE)].map(([, first, rest]) => first! + rest!);

/** Options of programs such as -k and -K. The database's parser drops the sign and `fold` the case. */
const OPTION = /(?<![\p{L}\p{N}_./-])-[A-Za-z0-9](?![\p{L}\p{N}_-])/gu;

export const optionsIn = (text: string): string[] => [...new Set(text.match(OPTION))];

/** A text that the database takes, with every character where it was. */
export const storable = (text: string): string => text.replaceAll("\0", " ").toWellFormed();
