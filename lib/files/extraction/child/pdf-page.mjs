// @ts-check
import { isLanguage } from "./language.mjs";
import { findRegions, MIN_LAYER_LETTERS } from "./pdf-regions.mjs";
import { isUnknown, joinItems, replaceUnknown } from "./pdf-text.mjs";

/**
 * @typedef {object} InspectedPage
 * @property {any[]} items text items of pdf.js
 * @property {string} text
 * @property {"unknown" | "strange" | undefined} doubt `unknown`: fonts don't identify many characters; `strange`: the
 * text isn't in any language
 * @property {import("./pdf-regions.mjs").Region[]} regions images whose text is not in `text`
 * @property {number} visibleLetters
 */

/**
 * Reads a page's text and finds its images.
 * @param {any} page of pdf.js
 * @param {Record<string, number>} ops pdf.js's operator numbers
 * @returns {Promise<InspectedPage>}
 */
export async function inspectPage(page, ops) {
  const { items } = await page.getTextContent();
  const written = joinItems(items);
  const replaced = replaceUnknown(written);
  const doubt = isUnknown(written) ? "unknown" : isLanguage(written) ? undefined : "strange";
  const { regions, visibleLetters, hiddenLetters } = await findRegions(page, ops).catch(() => ({
    regions: [],
    visibleLetters: written.length,
    hiddenLetters: 0,
  }));
  // Drops the text, because it is a wrong OCR layer of the scanner. The images are read instead.
  if (doubt && hiddenLetters > 0 && visibleLetters === 0 && regions.length > 0)
    return { items, text: "", doubt: undefined, regions, visibleLetters };
  return {
    items,
    text: doubt === "unknown" && !/[\p{L}\p{N}]/u.test(replaced) ? "" : replaced,
    doubt,
    regions: regions.filter((region) => region.hiddenLetters < MIN_LAYER_LETTERS),
    visibleLetters,
  };
}
