// @ts-check
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

// Western and Turkish encodings, most likely first. TextDecoder doesn't support the DOS encodings.
const CANDIDATES = ["windows-1252", "windows-1254", "cp850", "cp437", "macintosh"];
const OF_DOS = ["cp850", "cp437", "cp862"];

const COMMON = /[äöüßéèêëàâáãåæçñóòôõøúùûíìîïœÄÖÜÉÈÀÂÁÅÆÇÑÓÔÕØÚÍıİğĞşŞ]/;
// Letters that only Icelandic uses; Icelandic text also contains accented vowels.
const ICELANDIC = /[þðýÞÐÝ]/;
const ICELANDIC_VOWELS = /[áíóúæÁÍÓÚÆ]/;
const TURKISH = /[ıİğĞşŞ]/;
const PUNCTUATION = /[„“”‘’‚«»‹›–—…•·§°€£©®™¡¿²³µ×\u00a0ªº]/;
// Hebrew letters, each optionally followed by niqqud marks (vowel signs).
const HEBREW = /^(?:[א-ת][\u0591-\u05c7]*)+$/;
const ODD = -2;

/**
 * Decodes with TextDecoder, or with iconv-lite for DOS encodings.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @returns {string}
 */
export const decodeAs = (bytes, name) =>
  OF_DOS.includes(name)
    ? require("iconv-lite").decode(Buffer.from(bytes), name)
    : new TextDecoder(name).decode(bytes);

/**
 * Returns the candidate encoding whose decoded letters form the most plausible words.
 * @param {Uint8Array} head
 * @param {string} [likely] chardet's result, preferred on a tie
 * @returns {string}
 */
export function detectLatinEncoding(head, likely) {
  const candidates = likely ? [likely, ...CANDIDATES.filter((name) => name !== likely)] : CANDIDATES;
  const scored = candidates.map((name) => ({ name, score: scoreText(decodeAs(head, name)) }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best)).name;
}

/** @param {string} text */
function scoreText(text) {
  const isIcelandic = ICELANDIC_VOWELS.test(text);
  let score = 0;
  for (const { 0: letter, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const before = text[index - 1] ?? " ";
    const after = text[index + 1] ?? " ";
    score += scoreOfLetter(letter, before, after, isIcelandic);
  }
  return score;
}

/** @param {string} letter @param {string} before @param {string} after @param {boolean} isIcelandic */
function scoreOfLetter(letter, before, after, isIcelandic) {
  const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after);
  if (/\p{L}/u.test(letter)) {
    if (/\p{Lu}/u.test(letter) && /\p{Ll}/u.test(before)) return ODD;
    if (!/\p{L}/u.test(before) && !/\p{L}/u.test(after)) return /\p{Ll}/u.test(letter) ? 0.4 : 0.1;
    if (ICELANDIC.test(letter)) return isIcelandic ? 0.9 : 0.2;
    if (TURKISH.test(letter)) return isIcelandic ? 0.5 : 1;
    return COMMON.test(letter) ? 1 : 0.3;
  }
  if (/\p{Cc}|\ufffd/u.test(letter)) return ODD;
  if (/[’‘]/.test(letter)) return 0.5;
  if (isInWord) return ODD;
  return PUNCTUATION.test(letter) ? 0.5 : -0.5;
}

/**
 * Returns the Hebrew encoding in which final letter forms occur only at the ends of words.
 * @param {Uint8Array} head
 */
export const detectHebrewEncoding = (head) =>
  ["windows-1255", "cp862"].find((name) => {
    const text = decodeAs(head, name);
    const others = text.replaceAll(/[\0-\x7f\u0591-\u05c7א-ת₪]/g, "");
    const words = (text.match(/[a-z\u0591-\u05c7א-ת]+/gi) ?? []).filter((word) => /\P{ASCII}/u.test(word));
    return (
      words.join("").length > 1 &&
      [...others].every((character) => PUNCTUATION.test(character)) &&
      words.every((word) => HEBREW.test(word) && !/[ךםןףץ][א-ת]/.test(word))
    );
  });
