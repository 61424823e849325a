// @ts-check

/** Of the words of a plain text that the page has too, when both say the same. */
const MIN_SHARED_WORDS = 0.5;
/** What texts that stand for a page say in any language. */
const MENTIONS_PAGE = /\bhtml\b|\bbrowser|\bonline\b|web ?version/i;
const MAX_COMPARED_CHARACTERS = 20_000;

/** Whether the plain text of a mail only says that there is a page, which says something else. @param {string} plain @param {string} page */
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
