// @ts-check
import { createRequire } from "node:module";
import { detectOrientation, isInstalled, listInstalled, recognizeText } from "./ocr-engine.mjs";
import {
  detectLatinLanguage,
  findMissingLanguage,
  isCovered,
  listLatinLanguages,
  rankLanguages,
  splitLatin,
  withoutInnerSpaces,
} from "./ocr-languages.mjs";
import { hasDoubtfulWords, mergeLatinWords } from "./ocr-latin.mjs";
import { clipLineToTile, countClear, countLetters, isClear, joinLines, toLines } from "./ocr-lines.mjs";
import { chooseExcerpt, cutTiles, getFittingScale } from "./ocr-tiles.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** @typedef {import("./ocr-tiles.mjs").GreyPage} GreyPage */
/** @typedef {import("./ocr-tiles.mjs").Tile} Tile */
/** @typedef {import("./ocr-lines.mjs").Line} Line */
/**
 * @typedef {{ lines: Line[], isRead: boolean, clear: number, turn: number, languages: string[] }} Reading `clear`:
 * number of characters read with confidence
 */
/**
 * @typedef {{ text: string, isPartial: boolean, seemsToBe?: string }} PageText `isPartial`: parts look like text but
 * could not be read; `seemsToBe`: script or language that isn't installed, as the end of a sentence
 */
/** @typedef {(turn: number, languages: string[]) => Promise<Reading>} ReadTurned */

/** A photo of a page has about 12 million pixels. Images above this limit are attempts to exhaust memory. */
export const MAX_PIXELS = 100_000_000;
export const TOO_LARGE = `This picture is too large: it has more than ${MAX_PIXELS / 1_000_000} million pixels.`;

/** Describes what could not be read of an image, or returns undefined. @param {PageText} page */
export function describeUnread({ text, isPartial, seemsToBe }) {
  const isRead = text.trim() !== "";
  if (seemsToBe)
    return isRead
      ? `Words of this picture may be misread: it seems to be ${seemsToBe}.`
      : `The text of this picture could not be read: it seems to be ${seemsToBe}.`;
  if (!isPartial) return;
  return isRead
    ? "Parts of this picture look like text that could not be read."
    : "What looks like text in this picture could not be read.";
}
// Maximum side in pixels of the image for detecting orientation and script.
const DIRECTION_SIDE = 1_600;
const MIN_CONFIDENCE = 50;
// In percent. Higher than for pages, because figures beside text often contain no text.
const MIN_CONFIDENCE_OF_FIGURES = 65;
const MIN_LINES = 2;
const MAX_UNREAD_SHARE = 0.2;
const MIN_UNREAD_LETTERS = 20;

/** Language of the previous image, since pages of a document mostly share one. @type {string | undefined} */
let last;

/**
 * @param {import("sharp").Sharp} picture
 * @param {{ width?: number, height?: number }} size
 * @returns {Promise<GreyPage>}
 */
export async function toGreyPage(picture, { width = 0, height = 0 }) {
  const side = Math.max(1, Math.round(Math.max(width, height) * getFittingScale(width, height)));
  const { data, info } = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: side, height: side, fit: "inside" })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

// Order of preference: the bundled languages by frequency, then the others.
const ORDER = ["eng", "deu", "fra", "spa", "por", "ita", "nld", "pol", "jpn", "chi_sim", "ara"];
/** @type {string[] | undefined} */
let installed;

function orderInstalled() {
  const place = (/** @type {string} */ language) => ORDER.indexOf(language) >>> 0;
  installed ??= listInstalled().sort((one, other) => place(one) - place(other));
  return installed;
}

/**
 * Reads the text of an image, in tiles if it is longer than a page.
 * @param {GreyPage} page
 * @param {string[]} wanted languages; empty for all installed ones
 * @param {import("./readers.mjs").Tell} tell
 * @param {{ isFigure?: boolean }} [options] `isFigure`: the image is beside text, so it is probably upright and may
 * contain no text
 * @returns {Promise<PageText>}
 */
export async function readGreyPage(page, wanted, tell, { isFigure = false } = {}) {
  const available = wanted.length > 0 ? wanted.filter(isInstalled) : orderInstalled();
  if (available.length === 0) throw new Unreadable("No language is installed for reading text in images.");
  const excerpt = crop(page, chooseExcerpt(page));
  const readExcerpt = (/** @type {number} */ turn, /** @type {string[]} */ languages) => {
    tell.slow();
    return readTurned(excerpt, turn, languages);
  };
  const direction = await detectOrientation(await toPng(excerpt, 0, DIRECTION_SIDE));
  const isUpright = excerpt !== page && direction?.turn === 0;
  const first = isUpright
    ? { turn: 0, languages: rankLanguages(direction.script, available, last) }
    : await readInItsDirection(direction, readExcerpt, available, isFigure);
  const lines =
    "lines" in first && excerpt === page ? first.lines : await readTiles(page, first, available, tell);
  // Low confidence confirms that the text is in a script that isn't installed.
  if (direction && !isCovered(direction.script, available) && !isClear(lines))
    return {
      text: "",
      isPartial: true,
      seemsToBe: `in ${direction.script} letters, and no language of them is installed`,
    };
  return checkLanguage(toText(lines, isFigure ? MIN_CONFIDENCE_OF_FIGURES : MIN_CONFIDENCE), available);
}

/** @param {PageText} page @param {string[]} available @returns {PageText} */
function checkLanguage(page, available) {
  const missing = findMissingLanguage(page.text, available);
  if (!missing) return page;
  return {
    text: missing.isLegible ? page.text : "",
    isPartial: true,
    seemsToBe: `in ${missing.name}, which is not installed`,
  };
}

/** @param {Awaited<ReturnType<typeof detectOrientation>>} direction @param {ReadTurned} read @param {string[]} available @param {boolean} isFigure */
async function readInItsDirection(direction, read, available, isFigure) {
  let found = direction
    ? await read(direction.turn, rankLanguages(direction.script, available, last))
    : await readInAnyDirection(read, listLatinLanguages(available, last), isFigure);
  // Orientation detection is unreliable for images with little text.
  if (direction && direction.turn !== 0 && !found.isRead) {
    const upright = await read(0, listLatinLanguages(available, last));
    if (upright.clear > found.clear) found = upright;
  }
  return settleLanguage(found, available, (languages) => read(found.turn, languages));
}

/**
 * Reads again if the text turns out to be in another language.
 * @param {Reading} found
 * @param {string[]} available
 * @param {(languages: string[]) => Promise<Reading>} read
 */
async function settleLanguage(found, available, read) {
  const language = detectLatinLanguage(found.lines.map(({ text }) => text).join("\n"), available);
  if (language) last = language;
  return language && !found.languages.includes(language)
    ? read(listLatinLanguages(available, language))
    : found;
}

/**
 * Tries four rotations, because orientation can't be detected from few characters.
 * @param {ReadTurned} read
 * @param {string[]} languages
 * @param {boolean} isFigure
 */
async function readInAnyDirection(read, languages, isFigure) {
  const upright = await read(0, languages);
  if (upright.isRead || upright.lines.length < MIN_LINES || isFigure) return upright;
  for (const turn of [90, 270, 180]) {
    const found = await read(turn, languages);
    if (found.isRead) return found;
  }
  return upright;
}

/**
 * @param {GreyPage} page
 * @param {{ turn: number, languages: string[] }} first result for an excerpt
 * @param {string[]} available
 * @param {import("./readers.mjs").Tell} tell
 */
async function readTiles(page, { turn, languages }, available, tell) {
  const upright = turn === 0 ? page : await turned(page, turn);
  let inUse = languages;
  /** @type {Line[]} */
  const lines = [];
  for (const row of cutTiles(upright)) {
    /** @type {Line[]} */
    const ofRow = [];
    for (const tile of row) {
      const part = crop(upright, tile.cut);
      const read = (/** @type {string[]} */ own) => {
        tell.slow();
        return readTurned(part, 0, own);
      };
      const found = await settleLanguage(await read(inUse), available, read);
      inUse = found.languages;
      ofRow.push(...found.lines.flatMap((line) => clipLineToTile(line, tile)));
    }
    lines.push(...(row.length > 1 ? joinLines(ofRow) : ofRow));
  }
  // Renumbers paragraphs, which start from zero in each tile.
  let paragraph = 0;
  return lines.map((line, index) => {
    if (line.paragraph !== lines[index - 1]?.paragraph) paragraph++;
    return { ...line, paragraph };
  });
}

/** @param {Line[]} lines @param {number} minConfidence @returns {PageText} */
function toText(lines, minConfidence) {
  const isReadable = (/** @type {Line} */ { confidence }) => confidence >= minConfidence;
  const paragraphs = Map.groupBy(lines.filter(isReadable), ({ paragraph }) => paragraph);
  const text = [...paragraphs.values()]
    .map((paragraph) => paragraph.map((line) => line.text).join(""))
    .filter((paragraph) => paragraph.trim())
    .join("\n");
  const unread = countLetters(lines.filter((line) => !isReadable(line)));
  return {
    text: withoutInnerSpaces(text),
    isPartial: unread >= MIN_UNREAD_LETTERS && unread > MAX_UNREAD_SHARE * countLetters(lines),
  };
}

/** @param {GreyPage} page */
const toSharp = ({ data, width, height }) => require("sharp")(data, { raw: { width, height, channels: 1 } });

/** @param {GreyPage} page @param {Tile["cut"]} box @returns {GreyPage} */
function crop(page, { left, top, right, bottom }) {
  const [width, height] = [right - left, bottom - top];
  if (width === page.width && height === page.height) return page;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * page.width + left;
    data.set(page.data.subarray(start, start + width), y * width);
  }
  return { data, width, height };
}

/** @param {GreyPage} page @param {number} turn @returns {Promise<GreyPage>} */
async function turned(page, turn) {
  const picture = toSharp(page).rotate(turn).toColourspace("b-w").raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** @param {GreyPage} page @param {number} turn @param {number} [side] */
async function toPng(page, turn, side) {
  const picture = toSharp(page).rotate(turn);
  if (side) picture.resize({ width: side, height: side, fit: "inside", withoutEnlargement: true });
  return picture.png({ compressionLevel: 1 }).toBuffer();
}

/** @param {GreyPage} page @param {number} turn @param {string[]} languages @returns {Promise<Reading>} */
async function readTurned(page, turn, languages) {
  const png = await toPng(page, turn);
  const own = splitLatin(languages);
  let lines = toLines(await recognizeText(png, own ?? languages));
  if (own && hasDoubtfulWords(lines))
    lines = mergeLatinWords(lines, toLines(await recognizeText(png, languages)));
  return { lines, isRead: isClear(lines), clear: countClear(lines), turn, languages };
}
