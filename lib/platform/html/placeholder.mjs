// @ts-check

const MIN_SHARED_WORDS = 0.5;
const MENTIONS_PAGE = /\bhtml\b|\bbrowser|\bonline\b|web ?version/i;
const MAX_COMPARED_CHARACTERS = 20_000;

/**
 * Returns true when the plain part of a mail only refers to its HTML part.
 * @param {string} plain
 * @param {string} page
 */
export function isPlaceholder(plain, page) {
  const words = listWords(plain);
  const shown = new Set(listWords(page));
  if (shown.size === 0 || (shown.size <= new Set(words).size && !MENTIONS_PAGE.test(plain))) return false;
  return words.filter((word) => shown.has(word)).length < MIN_SHARED_WORDS * words.length;
}

/** @param {string} text */
const listWords = (text) =>
  text
    .slice(0, MAX_COMPARED_CHARACTERS)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
