/**
 * Codes such as ERR-4021, 2024-0042 and err7788, which people write with and without what stands between their parts. The
 * database's parser takes a sign and a slash before digits for a part of the number.
 */
const PARTS = /\p{L}+|\p{N}+/gu;
const MAX_PARTS = 8;
const SIGNS = ["", "-", "+", "/"];

/** ERR-4021, 28, --resolve, -k, max_age, ServerAliveInterval, EACCES. */
const CODE = /\p{N}|^-|_|\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u;

/** Checks whether a word identifies something by its spelling rather than by its meaning. */
export const isCode = (word: string): boolean => CODE.test(word);

const isNumber = (part: string) => /^\p{N}/u.test(part);
const quote = (lexeme: string) => `'${lexeme}'`;
const toTokens = (part: string) =>
  isNumber(part) ? `(${SIGNS.map((sign) => quote(sign + part)).join(" | ")})` : quote(part);

const splitWord = (word: string): string[] => word.toLowerCase().normalize("NFC").match(PARTS) ?? [];

/** How else a word with digits may stand in a text, as a `tsquery`; undefined for one without. */
export function codeQuery(word: string): string | undefined {
  const parts = splitWord(word);
  if (!parts.some(isNumber) || parts.length > MAX_PARTS) return undefined;
  return [parts.map(toTokens).join(" <-> "), quote(parts.join(""))].join(" | ");
}

/** A word and the number behind it in one, as some write a code; undefined for what is none. */
export function joinedCode(word: string, next: string): string | undefined {
  const parts = [...splitWord(word), ...splitWord(next)];
  const [first = "", second = ""] = parts;
  return parts.length === 2 && !isNumber(first) && isNumber(second) ? quote(first + second) : undefined;
}
