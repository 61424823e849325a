// Codes such as ERR-4021, 2024-0042 and err7788, which people write with and without separators. PostgreSQL's parser
// treats a sign or a slash before digits as part of the number.
const PARTS = /\p{L}+|\p{N}+/gu;
const MAX_PARTS = 8;
const SIGNS = ["", "-", "+", "/"];

// Matches ERR-4021, 28, --resolve, -k, max_age, ServerAliveInterval, EACCES.
const CODE = /\p{N}|^-|_|\p{Ll}\p{Lu}|^\p{Lu}{3,}$/u;

export const isCode = (word: string): boolean => CODE.test(word);

const isNumber = (part: string) => /^\p{N}/u.test(part);
const quote = (lexeme: string) => `'${lexeme}'`;
const toTokens = (part: string) =>
  isNumber(part) ? `(${SIGNS.map((sign) => quote(sign + part)).join(" | ")})` : quote(part);

const splitWord = (word: string): string[] => word.toLowerCase().normalize("NFC").match(PARTS) ?? [];

/** Returns a `tsquery` for the other spellings of a word with digits; undefined for a word without digits. */
export function buildCodeQuery(word: string): string | undefined {
  const parts = splitWord(word);
  if (!parts.some(isNumber) || parts.length > MAX_PARTS) return undefined;
  return [parts.map(toTokens).join(" <-> "), quote(parts.join(""))].join(" | ");
}

export function joinCode(word: string, next: string): string | undefined {
  const parts = [...splitWord(word), ...splitWord(next)];
  const [first = "", second = ""] = parts;
  return parts.length === 2 && !isNumber(first) && isNumber(second) ? quote(first + second) : undefined;
}
