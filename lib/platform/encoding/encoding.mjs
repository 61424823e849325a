// @ts-check
import chardet from "chardet";
import { decodeAs, detectHebrewEncoding, detectLatinEncoding } from "./latin.mjs";

const LOOKED_AT = 200_000;
const SURE = 40;
const VERY_SURE = 90;
// Maximum share of accented letters among all letters; European languages use fewer.
const MAX_ACCENTED_SHARE = 0.42;
const MIN_ACCENTED_LETTERS = 8;

const LATIN = ["ISO-8859-1", "windows-1252", "ISO-8859-2", "windows-1250", "ISO-8859-9", "windows-1254"];
/**
 * Multi-byte encodings that are tried last, each with characters that show that the guess is wrong.
 * @type {[string, RegExp][]}
 */
const OTHERS = [
  ["shift_jis", /[\uff61-\uff9f\ue000-\uf8ff]/],
  ["euc-kr", /[\p{Script=Han}\ue000-\uf8ff]/u],
  ["gb18030", /[\ue000-\uf8ff]/],
  ["big5", /[\ue000-\uf8ff]/],
];
const CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"];
const MIN_VOWEL_SHARE = 0.25;

/**
 * Decodes a file that is not UTF-8 and declares no encoding.
 * @param {Uint8Array} bytes
 * @returns {{ text: string, encoding: string, isSure: boolean } | undefined} undefined when no known encoding fits
 */
export function guessText(bytes) {
  const head = bytes.subarray(0, LOOKED_AT);
  const high = head.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const letters = head.reduce((sum, byte) => sum + (isLetter(byte) ? 1 : 0), 0);
  const found = chardet.analyse(head).filter(({ name }) => isKnown(name));
  const ofOthers = found.filter(({ name }) => !LATIN.includes(name));
  const hebrew = detectHebrewEncoding(head);
  // Cyrillic encodings permute the same letters, so letter case and vowels decide.
  for (const name of CYRILLIC) {
    const text = decoded(head, name);
    if (text === undefined || !isCyrillic(text)) continue;
    // A short text may be plausible in both scripts, so the result is marked as unsure.
    return hebrew ? { ...whole(bytes, hebrew), isSure: false } : whole(bytes, name);
  }
  if (hebrew) return whole(bytes, hebrew);
  const isLatin =
    high <= MAX_ACCENTED_SHARE * (letters + high) || (high < MIN_ACCENTED_LETTERS && high <= letters);
  for (const { name, confidence } of ofOthers) {
    const text = confidence >= (isLatin ? VERY_SURE : SURE) ? decoded(head, name) : undefined;
    if (text !== undefined) return whole(bytes, name);
  }
  const likely =
    high < MIN_ACCENTED_LETTERS ? undefined : found.find(({ name }) => LATIN.includes(name))?.name;
  if (isLatin) {
    const name = detectLatinEncoding(head, likely);
    const guess = whole(bytes, name);
    return { ...guess, isSure: guess.isSure && LATIN.includes(name) };
  }
  for (const [name, odd] of OTHERS) {
    const text = decoded(head, name);
    if (text !== undefined && !odd.test(text)) return { ...whole(bytes, name), isSure: false };
  }
  // Accepts short words that consist mostly of accented letters.
  if (high <= letters) return { ...whole(bytes, likely ?? detectLatinEncoding(head)), isSure: false };
  return undefined;
}

/** @param {number} byte */
const isLetter = (byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** @param {string} name */
function isKnown(name) {
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return false;
  }
}

/** @param {Uint8Array} bytes @param {string} name */
function whole(bytes, name) {
  const text = decodeAs(bytes, name);
  return { text, encoding: name, isSure: !text.includes("\ufffd") };
}

/**
 * Decodes the sample, or returns undefined when it is invalid in this encoding. Its last character may be truncated.
 * @param {Uint8Array} head
 * @param {string} name
 */
function decoded(head, name) {
  try {
    return new TextDecoder(name, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Returns true for plausible Cyrillic: words without foreign letters and with enough vowels, most of them not in
 * capitals, and capitals otherwise only at the start.
 * @param {string} text
 */
function isCyrillic(text) {
  // Letters of another encoding would decode to box-drawing or control characters.
  if (/[\u2500-\u25ff\u0080-\u009f]/.test(text)) return false;
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\P{ASCII}/u.test(word));
  const shouted = words.filter((word) => /^[А-ЯЁІЇЄҐЎ]{2,}$/.test(word));
  if (shouted.length > words.length / 2) return false;
  const usual = words.filter((word) => /^([А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]*|[А-ЯЁІЇЄҐЎ]+)$/.test(word));
  const letters = usual.join("");
  const vowels = letters.match(/[аеёиоуыэюяіїє]/gi) ?? [];
  return (
    letters.length > 1 &&
    usual.length > 0.9 * words.length &&
    vowels.length >= MIN_VOWEL_SHARE * letters.length
  );
}
