// @ts-check
import { createRequire } from "node:module";
import { directionOf, isInstalled, recognise } from "./ocr-engine.mjs";
import { languageOf, languagesOf, latin, withoutInnerSpaces } from "./ocr-languages.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** @typedef {{ data: Uint8Array | Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4 }} Pixels */
/** @typedef {{ text: string, lines: number, isRead: boolean, clear: number, turn: number, languages: string[] }} Found `clear`: letters that were surely read */

/** A photograph of a page has 12 million; more than this is made to fill the memory. */
const MOST_PIXELS = 100_000_000;
/** Enough for small print on a page; more takes longer and finds no more. */
const LONGEST_SIDE = 3_000;
/** Enough to see where a page's top is, and its script. */
const DIRECTION_SIDE = 1_600;
/** In percent. What is read with less is mostly no text but a pattern. */
const LEAST_CONFIDENCE = 50;
/** In percent. Lines that lie on their side, or are of another script, are read as something else with less. */
const CLEAR = 75;
/** Fewer are rather a pattern than a page that lies on its side. */
const LEAST_LINES = 2;

/** What the last picture was written in: pages of a document are mostly alike. @type {string | undefined} */
let last;

/** The text in a picture; none is no fault. @type {import("./readers.mjs").Read} */
export async function readPicture(path, output, tell, { languages }) {
  const sharp = require("sharp");
  const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS)
    throw new Unreadable(
      `This picture is too large: it has more than ${MOST_PIXELS / 1_000_000} million pixels.`,
    );
  const picture = sharp(path, { limitInputPixels: MOST_PIXELS, pages: 1 }).rotate();
  output.add(await textOf(picture, languages, tell));
}

/**
 * @param {Pixels} picture
 * @param {number} turned in degrees, clockwise
 * @param {string[]} languages
 * @param {import("./readers.mjs").Tell} tell
 */
export function textOfPixels({ data, width, height, channels }, turned, languages, tell) {
  if (width * height > MOST_PIXELS) return Promise.resolve("");
  return textOf(require("sharp")(data, { raw: { width, height, channels } }).rotate(turned), languages, tell);
}

/** @param {import("sharp").Sharp} picture @param {string[]} wanted @param {import("./readers.mjs").Tell} tell */
async function textOf(picture, wanted, tell) {
  const available = wanted.filter(isInstalled);
  if (available.length === 0) throw new Unreadable("No language is installed to read pictures with.");
  const { data, info } = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const page = { data, width: info.width, height: info.height };
  const read = (/** @type {number} */ turn, /** @type {string[]} */ languages) => {
    tell.slow();
    return readTurned(page, turn, languages);
  };

  const direction = await directionOf(await pngOf(page, 0, DIRECTION_SIDE));
  let found = direction
    ? await read(direction.turn, languagesOf(direction.script, available, last))
    : await inAnyDirection(read, latin(available, last));
  // Of a picture that is hardly a text its direction is a guess.
  if (direction && direction.turn !== 0 && !found.isRead) {
    const upright = await read(0, latin(available, last));
    if (upright.clear > found.clear) found = upright;
  }
  const language = languageOf(found.text);
  if (language && available.includes(language) && !found.languages.includes(language))
    found = await read(found.turn, latin(available, language));
  if (language) last = language;
  return found.text;
}

/** With too few letters to tell how they stand by their shapes: as it is, or else turned. @param {(turn: number, languages: string[]) => Promise<Found>} read @param {string[]} languages */
async function inAnyDirection(read, languages) {
  const upright = await read(0, languages);
  if (upright.isRead || upright.lines < LEAST_LINES) return upright;
  for (const turn of [90, 270, 180]) {
    const found = await read(turn, languages);
    if (found.isRead) return found;
  }
  return upright;
}

/** @typedef {{ data: Buffer, width: number, height: number }} Page grey */

/** @param {Page} page @param {number} turn @param {number} [side] */
const pngOf = ({ data, width, height }, turn, side = LONGEST_SIDE) =>
  require("sharp")(data, { raw: { width, height, channels: 1 } })
    .rotate(turn)
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();

/** @param {Page} page @param {number} turn @param {string[]} languages @returns {Promise<Found>} */
async function readTurned(page, turn, languages) {
  const { blocks } = await recognise(await pngOf(page, turn), languages);
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs);
  const all = paragraphs.flatMap(({ lines }) => lines);
  const isReadable = (/** @type {{ confidence: number }} */ { confidence }) => confidence >= LEAST_CONFIDENCE;
  const text = paragraphs
    .map(({ lines }) =>
      lines
        .filter(isReadable)
        .map((line) => line.text)
        .join(""),
    )
    .filter((paragraph) => paragraph.trim())
    .join("\n");
  const length = (/** @type {{ text: string }[]} */ lines) =>
    lines.reduce((sum, line) => sum + line.text.length, 0);
  const clear = length(all.filter(({ confidence }) => confidence >= CLEAR));
  return {
    text: withoutInnerSpaces(text),
    lines: all.length,
    isRead: clear > length(all) / 2,
    clear,
    turn,
    languages,
  };
}
