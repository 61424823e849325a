// @ts-check
import { markdownOf } from "./markup.mjs";

/** A page of more is a list or made to take time: it is read whole. In elements and UTF-16 units. */
const MOST_ELEMENTS = 20_000;
const LONGEST_PAGE = 2_000_000;
/** An article of less than this share of its page's words may have missed what the page is about. */
const LEAST_SHARE = 0.05;

/**
 * What a page of the web is about, as Markdown with its links, without what stands around it on every page of a
 * site; where no such part is found, all of it.
 * @param {string} html
 * @param {string} address where it was found, which its links begin at
 * @returns {Promise<{ text: string, title: string }>}
 */
export async function articleOf(html, address) {
  const whole = markdownOf(html, address);
  if (html.length > LONGEST_PAGE) return whole;
  try {
    const [{ parseHTML }, { Readability }] = await Promise.all([
      import("linkedom"),
      import("@mozilla/readability"),
    ]);
    const { document } = parseHTML(withBody(html));
    const found = new Readability(/** @type {any} */ (document), { maxElemsToParse: MOST_ELEMENTS }).parse();
    const text = found?.content ? markdownOf(found.content, address).text : "";
    const title = found?.title?.trim() || whole.title;
    return text.length > LEAST_SHARE * whole.text.length ? { text, title } : { ...whole, title };
  } catch {
    // Too many elements, or nested too deeply for it.
    return whole;
  }
}

/** Pages may leave out their frame (HTML, 13.1.2.4), which this reader needs. @param {string} html */
const withBody = (html) =>
  /<html[\s>]/i.test(html) ? html : `<html><body>${html.replace(/^\s*<!doctype[^>]*>/i, "")}</body></html>`;
