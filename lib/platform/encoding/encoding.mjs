// @ts-check
import chardet from "chardet";
import { decodeAs, hebrewEncodingOf, latinEncodingOf } from "./latin.mjs";

/** So much of a text tells its encoding. In bytes. */
const LOOKED_AT = 200_000;
/** In percent, of what chardet finds; with less it guesses. */
const SURE = 40;
const VERY_SURE = 90;
/** Of the letters; texts of European languages have fewer beside those of ASCII. */
const MOST_ACCENTED = 0.42;
/** With fewer accented letters than this a language of Europe cannot be told from another. */
const LEAST_TELLING = 8;

const LATIN = ["ISO-8859-1", "windows-1252", "ISO-8859-2", "windows-1250", "ISO-8859-9", "windows-1254"];
/** Tried where nothing is sure, with what is odd in the text when it is not in them. @type {[string, RegExp][]} */
const OTHERS = [
  ["shift_jis", /[\uff61-\uff9f\ue000-\uf8ff]/],
  ["euc-kr", /[\p{Script=Han}\ue000-\uf8ff]/u],
  ["gb18030", /[\ue000-\uf8ff]/],
  ["big5", /[\ue000-\uf8ff]/],
];
const CYRILLIC = ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"];
/** Of the letters of Cyrillic text; what is another script in truth has fewer. */
const LEAST_VOWELS = 0.25;

/**
 * The text of a file that is no UTF-8 and does not say what it is.
 * @param {Uint8Array} bytes
 * @returns {{ text: string, encoding: string, isSure: boolean } | undefined} undefined when it is in no encoding that is known
 */
export function guessText(bytes) {
  const head = bytes.subarray(0, LOOKED_AT);
  const high = head.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const letters = head.reduce((sum, byte) => sum + (isLetter(byte) ? 1 : 0), 0);
  const found = chardet.analyse(head).filter(({ name }) => isKnown(name));
  const ofOthers = found.filter(({ name }) => !LATIN.includes(name));
  const hebrew = hebrewEncodingOf(head);
  // Case and vowels tell these apart, which are the same letters in another order.
  for (const name of CYRILLIC) {
    const text = decoded(head, name);
    if (text === undefined || !isCyrillic(text)) continue;
    // A word or two may be either.
    return hebrew ? { ...whole(bytes, hebrew), isSure: false } : whole(bytes, name);
  }
  if (hebrew) return whole(bytes, hebrew);
  const isLatin = high <= MOST_ACCENTED * (letters + high) || (high < LEAST_TELLING && high <= letters);
  for (const { name, confidence } of ofOthers) {
    const text = confidence >= (isLatin ? VERY_SURE : SURE) ? decoded(head, name) : undefined;
    if (text !== undefined) return whole(bytes, name);
  }
  const likely = high < LEAST_TELLING ? undefined : found.find(({ name }) => LATIN.includes(name))?.name;
  if (isLatin) {
    const name = latinEncodingOf(head, likely);
    const guess = whole(bytes, name);
    return { ...guess, isSure: guess.isSure && LATIN.includes(name) };
  }
  for (const [name, odd] of OTHERS) {
    const text = decoded(head, name);
    if (text !== undefined && !odd.test(text)) return { ...whole(bytes, name), isSure: false };
  }
  // Words of a few letters, most of which have accents.
  if (high <= letters) return { ...whole(bytes, likely ?? latinEncodingOf(head)), isSure: false };
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

/** The beginning of a text, if it is in this encoding: its last character may be cut. @param {Uint8Array} head @param {string} name */
function decoded(head, name) {
  try {
    return new TextDecoder(name, { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}

/** Cyrillic as people write it: words of its letters alone, with vowels, and capital ones at their beginnings. @param {string} text */
function isCyrillic(text) {
  // Lines of frames are what letters of other encodings look like.
  if (/[\u2500-\u25ff\u0080-\u009f]/.test(text)) return false;
  const words = (text.match(/\p{L}+/gu) ?? []).filter((word) => /\P{ASCII}/u.test(word));
  const shouted = words.filter((word) => /^[А-ЯЁІЇЄҐЎ]{2,}$/.test(word));
  if (shouted.length > words.length / 2) return false;
  const usual = words.filter((word) => /^([А-ЯЁІЇЄҐЎ]?[а-яёіїєґў]*|[А-ЯЁІЇЄҐЎ]+)$/.test(word));
  const letters = usual.join("");
  const vowels = letters.match(/[аеёиоуыэюяіїє]/gi) ?? [];
  return (
    letters.length > 1 && usual.length > 0.9 * words.length && vowels.length >= LEAST_VOWELS * letters.length
  );
}
