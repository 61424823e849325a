// @ts-check
import { isLanguage } from "./language.mjs";
import { findRegions, MIN_LAYER_LETTERS } from "./pdf-regions.mjs";
import { isUnknown, replaceUnknown, textOfItems } from "./pdf-text.mjs";

/**
 * @typedef {object} InspectedPage
 * @property {any[]} items the text as pdf.js has it
 * @property {string} text
 * @property {"unknown" | "strange" | undefined} doubt `unknown`: its fonts don't say what many letters are; `strange`: its words are in no language
 * @property {import("./pdf-regions.mjs").Region[]} regions pictures whose text is not in `text`
 * @property {number} visibleLetters
 */

/**
 * Reads the text of a page and finds its pictures.
 * @param {any} page of pdf.js
 * @param {Record<string, number>} ops the numbers of operators
 * @returns {Promise<InspectedPage>}
 */
export async function inspectPage(page, ops) {
  const { items } = await page.getTextContent();
  const written = textOfItems(items);
  const replaced = replaceUnknown(written);
  const doubt = isUnknown(written) ? "unknown" : isLanguage(written) ? undefined : "strange";
  const { regions, visibleLetters, hiddenLetters } = await findRegions(page, ops).catch(() => ({
    regions: [],
    visibleLetters: written.length,
    hiddenLetters: 0,
  }));
  // Another program has read the scan, and wrongly.
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
