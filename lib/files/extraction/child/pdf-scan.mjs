// @ts-check
import { readGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";
import { drawRegion } from "./pdf-canvas.mjs";
import { loadImage } from "./pdf-drawing.mjs";

/** @typedef {import("./pdf-page.mjs").InspectedPage} InspectedPage */
/** @typedef {import("./pdf-regions.mjs").Region} Region */

// Share of the page. Smaller images beside text are figures or logos rather than the page itself.
const MAX_FIGURE_SHARE = 0.25;
const MIN_LETTERS_OF_TEXT = 100;
const MIN_LETTERS_COMPARED = 4;
// Minimum difference, from 0 to 255, of the lightest and darkest pixels. Text with less contrast is invisible.
const MIN_CONTRAST = 30;
const SAMPLES = 20_000;

/** @param {Region} region @param {number} visibleLetters */
const isFigure = ({ share }, visibleLetters) =>
  share < MAX_FIGURE_SHARE && visibleLetters >= MIN_LETTERS_OF_TEXT;

/** Decides which pages have images to read. A repeated logo or letterhead is read only on its first page. */
export class PictureFinder {
  /** @type {Set<string>} */
  #seen = new Set();

  /**
   * @param {any} page of pdf.js
   * @param {InspectedPage} inspected
   * @returns {Promise<"scan" | "figures" | undefined>} `figures`: images beside text
   */
  async classify(page, { regions, visibleLetters }) {
    if (regions.some((region) => !isFigure(region, visibleLetters))) return "scan";
    let hasFigures = false;
    for (const { pictures } of regions) {
      const images = await Promise.all(
        pictures.map(({ image }) => (typeof image === "string" ? loadImage(page, image) : image)),
      );
      const references = images.map((image) => image?.ref);
      const isRepeated = references.every((reference) => reference && this.#seen.has(reference));
      for (const reference of references) if (reference) this.#seen.add(reference);
      if (!isRepeated && !images.every(isPlain)) hasFigures = true;
    }
    return hasFigures ? "figures" : undefined;
  }
}

/** Returns true for images of a single color. @param {{ data?: Uint8Array } | null} image */
function isPlain(image) {
  if (!image?.data) return false;
  const step = Math.max(1, Math.floor(image.data.length / SAMPLES)) | 1;
  let [darkest, lightest] = [255, 0];
  for (let at = 0; at < image.data.length; at += step) {
    const value = image.data[at] ?? 0;
    if (value < darkest) darkest = value;
    if (value > lightest) lightest = value;
  }
  return lightest - darkest < MIN_CONTRAST;
}

/**
 * Reads the text in the images of a page.
 * @param {any} page of pdf.js
 * @param {InspectedPage} inspected
 * @param {string[]} languages
 * @param {import("./readers.mjs").Tell} tell
 * @returns {Promise<import("./ocr-page.mjs").PageText>}
 * @throws Unreadable when no picture can be decoded
 */
export async function readPictures(page, { regions, visibleLetters, text: pageText }, languages, tell) {
  /** @type {string[]} */
  const texts = [];
  let isPartial = false;
  let decoded = 0;
  /** @type {string | undefined} */
  let seemsToBe;
  for (const region of regions) {
    const { canvas, unread } = await drawRegion(page, region);
    if (unread > 0) isPartial = true;
    if (unread === region.pictures.length) continue;
    decoded++;
    const options = { isFigure: isFigure(region, visibleLetters) };
    const found = await readGreyPage(canvas, languages, tell, options);
    if (!options.isFigure) seemsToBe ??= found.seemsToBe;
    isPartial ||= found.isPartial && !options.isFigure;
    texts.push(region.hiddenLetters > 0 ? dropKnownLines(found.text, pageText) : found.text);
  }
  const text = texts.map((one) => one.trim()).filter(Boolean);
  if (text.length === 0 && seemsToBe) throw new Unreadable(`The text seems to be ${seemsToBe}.`);
  if (decoded === 0) throw new Unreadable("The pictures could not be decoded.");
  return { text: text.join("\n\n"), isPartial, seemsToBe };
}

/** @param {string} text @param {string} known text layer of the image */
function dropKnownLines(text, known) {
  const letters = (/** @type {string} */ line) => line.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const all = letters(known);
  return text
    .split("\n")
    .filter((line) => letters(line).length < MIN_LETTERS_COMPARED || !all.includes(letters(line)))
    .join("\n");
}
