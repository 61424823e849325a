// @ts-check

import { getAverageConfidence } from "./ocr-lines.mjs";

/** @typedef {import("./ocr-engine.mjs").Box} Box */
/** @typedef {import("./ocr-lines.mjs").Line} Line */
/** @typedef {import("./ocr-lines.mjs").Word} Word */

// Confidence in percent below which a number may be a misread Latin word.
const CLEAR = 80;
const MIN_CONFIDENCE = 50;
const MIN_LENGTH = 2;

/**
 * Detects a Latin word that was misread without a Latin model: at most half of its characters are letters, and it
 * isn't a confidently read number.
 * @param {Word} word
 */
function isDoubtful({ text, confidence }) {
  const visible = text.replaceAll(/\p{Cf}/gu, "");
  const letters = visible.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  if (visible.length < MIN_LENGTH || letters * 2 > visible.length) return false;
  return confidence < CLEAR || /[^\p{N}\p{P}\p{S}]/u.test(visible);
}

/** @param {Line[]} lines */
export const hasDoubtfulWords = (lines) => lines.some(({ words }) => words.some(isDoubtful));

/**
 * Replaces doubtful words by overlapping Latin words from a second reading of the same image.
 * @param {Line[]} lines
 * @param {Line[]} second
 */
export function mergeLatinWords(lines, second) {
  const latin = second.flatMap(({ words }) =>
    words.filter(({ text, confidence }) => /\p{sc=Latin}/u.test(text) && confidence >= MIN_CONFIDENCE),
  );
  return lines.map((line) => {
    /** @type {Word[]} */
    const words = [];
    let hasChanged = false;
    for (let at = 0; at < line.words.length; at++) {
      /** @type {Word[]} */
      const doubtful = [];
      for (let word = line.words[at]; word && isDoubtful(word); word = line.words[++at]) doubtful.push(word);
      const own = line.words[at];
      const found = latin.filter(({ box }) => doubtful.some((word) => overlaps(word.box, box)));
      hasChanged ||= found.length > 0;
      words.push(...(found.length > 0 ? found : doubtful), ...(own ? [own] : []));
    }
    const text = `${words.map((word) => word.text).join(" ")}\n`;
    return hasChanged ? { ...line, words, text, confidence: getAverageConfidence(words) } : line;
  });
}

/** @param {Box} one @param {Box} other */
const overlaps = (one, other) =>
  Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0) >
    Math.min(one.x1 - one.x0, other.x1 - other.x0) / 2 &&
  Math.min(one.y1, other.y1) > Math.max(one.y0, other.y0);
