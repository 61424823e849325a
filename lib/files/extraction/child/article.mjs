// @ts-check
import { toMarkdown } from "./markup.mjs";

// Limits in elements and UTF-16 code units. Larger pages are lists or attempts to waste time, so their main content
// isn't searched.
const MAX_ELEMENTS = 20_000;
const MAX_PAGE_LENGTH = 2_000_000;
// Below this share of the page's text, Readability has probably missed the main content.
const MIN_WORD_SHARE = 0.05;

/**
 * Extracts the main content of an HTML page as Markdown with links, without navigation and other boilerplate. Returns
 * the whole page when no main content is found.
 * @param {string} html
 * @param {string} address base URL of relative links
 * @returns {Promise<{ text: string, title: string }>}
 */
export async function extractArticle(html, address) {
  const whole = toMarkdown(html, address);
  if (html.length > MAX_PAGE_LENGTH) return whole;
  try {
    const [{ parseHTML }, { Readability }] = await Promise.all([
      import("linkedom"),
      import("@mozilla/readability"),
    ]);
    const { document } = parseHTML(withBody(html));
    const found = new Readability(/** @type {any} */ (document), { maxElemsToParse: MAX_ELEMENTS }).parse();
    const text = found?.content ? toMarkdown(found.content, address).text : "";
    const title = found?.title?.trim() || whole.title;
    return text.length > MIN_WORD_SHARE * whole.text.length ? { text, title } : { ...whole, title };
  } catch {
    // The page has too many elements or is nested too deeply for Readability.
    return whole;
  }
}

/**
 * Adds the `html` and `body` tags, which HTML allows to omit (HTML Standard, 13.1.2.4) but linkedom requires.
 * @param {string} html
 */
const withBody = (html) =>
  /<html[\s>]/i.test(html) ? html : `<html><body>${html.replace(/^\s*<!doctype[^>]*>/i, "")}</body></html>`;
