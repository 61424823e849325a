// @ts-check
import { createRequire } from "node:module";
import { directionOf, isInstalled, recognise } from "./ocr-engine.mjs";
import { isCovered, languageOf, languagesOf, latin, withoutInnerSpaces } from "./ocr-languages.mjs";
import { chooseExcerpt, cutTiles, fitScale } from "./ocr-tiles.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** @typedef {import("./ocr-tiles.mjs").GreyPage} GreyPage */
/** @typedef {import("./ocr-tiles.mjs").Tile} Tile */
/** @typedef {import("./ocr-engine.mjs").Box} Box */
/** @typedef {{ text: string, confidence: number, box: Box, words: { text: string, box: Box }[], paragraph: number }} Line */
/** @typedef {{ lines: Line[], isRead: boolean, clear: number, turn: number, languages: string[] }} Reading `clear`: letters that were surely read */
/** @typedef {{ text: string, isPartial: boolean, unreadScript?: string }} PageText `isPartial`: parts look like text and could not be read; `unreadScript`: of letters that no installed language has */
/** @typedef {(turn: number, languages: string[]) => Promise<Reading>} ReadTurned */

/** A photograph of a page has 12 million; more than this is made to fill the memory. */
export const MAX_PIXELS = 100_000_000;
export const TOO_LARGE = `This picture is too large: it has more than ${MAX_PIXELS / 1_000_000} million pixels.`;

/** Says what was not read of a picture; undefined when all was. @param {PageText} page */
export function describeUnread({ text, isPartial, unreadScript }) {
  if (unreadScript)
    return `The text of this picture could not be read: it seems to be in ${unreadScript} letters, and no language of them is installed.`;
  if (!isPartial) return;
  return text.trim()
    ? "Parts of this picture look like text that could not be read."
    : "What looks like text in this picture could not be read.";
}
/** Enough to see where a page's top is, and its script. */
const DIRECTION_SIDE = 1_600;
/** Percent. Lines below it are mostly patterns and no text. */
const MIN_CONFIDENCE = 50;
/** Percent. Pictures beside a text are more often no text at all. */
const MIN_CONFIDENCE_OF_FIGURES = 65;
/** Percent. Lines that lie on their side or are in another script stay below it. */
const CLEAR = 75;
/** Fewer are rather a pattern than a page that lies on its side. */
const MIN_LINES = 2;
const MAX_UNREAD_SHARE = 0.2;
const MIN_UNREAD_LETTERS = 20;

/** The language of the picture before: pages of a document are mostly alike. @type {string | undefined} */
let last;

/**
 * @param {import("sharp").Sharp} picture
 * @param {{ width?: number, height?: number }} size
 * @returns {Promise<GreyPage>}
 */
export async function toGreyPage(picture, { width = 0, height = 0 }) {
  const side = Math.max(1, Math.round(Math.max(width, height) * fitScale(width, height)));
  const { data, info } = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: side, height: side, fit: "inside" })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * Reads the text of a picture. One that is longer than a page is read in tiles.
 * @param {GreyPage} page
 * @param {string[]} wanted languages
 * @param {import("./readers.mjs").Tell} tell
 * @param {{ isFigure?: boolean }} [options] `isFigure`: it stands beside a text, and is mostly upright and no text
 * @returns {Promise<PageText>}
 */
export async function readGreyPage(page, wanted, tell, { isFigure = false } = {}) {
  const available = wanted.filter(isInstalled);
  if (available.length === 0) throw new Unreadable("No language is installed to read pictures with.");
  const excerpt = crop(page, chooseExcerpt(page));
  const readExcerpt = (/** @type {number} */ turn, /** @type {string[]} */ languages) => {
    tell.slow();
    return readTurned(excerpt, turn, languages);
  };
  const direction = await directionOf(await toPng(excerpt, 0, DIRECTION_SIDE));
  const isUpright = excerpt !== page && direction?.turn === 0;
  const first = isUpright
    ? { turn: 0, languages: languagesOf(direction.script, available, last) }
    : await readInItsDirection(direction, readExcerpt, available, isFigure);
  const lines =
    "lines" in first && excerpt === page ? first.lines : await readTiles(page, first, available, tell);
  // Letters of another script are read as nonsense, with little confidence.
  if (direction && !isCovered(direction.script, available) && !isClear(lines))
    return { text: "", isPartial: true, unreadScript: direction.script };
  return toText(lines, isFigure ? MIN_CONFIDENCE_OF_FIGURES : MIN_CONFIDENCE);
}

/** @param {Awaited<ReturnType<typeof directionOf>>} direction @param {ReadTurned} read @param {string[]} available @param {boolean} isFigure */
async function readInItsDirection(direction, read, available, isFigure) {
  let found = direction
    ? await read(direction.turn, languagesOf(direction.script, available, last))
    : await readInAnyDirection(read, latin(available, last), isFigure);
  // Of a picture that is hardly a text its direction is a guess.
  if (direction && direction.turn !== 0 && !found.isRead) {
    const upright = await read(0, latin(available, last));
    if (upright.clear > found.clear) found = upright;
  }
  return settleLanguage(found, available, (languages) => read(found.turn, languages));
}

/** Reads again what turns out to be in another language. @param {Reading} found @param {string[]} available @param {(languages: string[]) => Promise<Reading>} read */
async function settleLanguage(found, available, read) {
  const language = languageOf(found.lines.map(({ text }) => text).join("\n"));
  if (language) last = language;
  return language && available.includes(language) && !found.languages.includes(language)
    ? read(latin(available, language))
    : found;
}

/** Tries four directions, because too few letters don't tell their direction by their shapes. @param {ReadTurned} read @param {string[]} languages @param {boolean} isFigure */
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
 * @param {{ turn: number, languages: string[] }} first how an excerpt was read
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
      ofRow.push(...found.lines.flatMap((line) => keepOwn(line, tile)));
    }
    lines.push(...(row.length > 1 ? joinLines(ofRow) : ofRow));
  }
  // Each tile counts its paragraphs from the first.
  let paragraph = 0;
  return lines.map((line, index) => {
    if (line.paragraph !== lines[index - 1]?.paragraph) paragraph++;
    return { ...line, paragraph };
  });
}

/** Moves a line to its place on the page, and drops the words that belong to a neighboring tile. @param {Line} line @param {Tile} tile @returns {Line[]} */
function keepOwn({ text, confidence, box, words, paragraph }, { cut, own }) {
  const move = (/** @type {Box} */ { x0, y0, x1, y1 }) => ({
    x0: x0 + cut.left,
    y0: y0 + cut.top,
    x1: x1 + cut.left,
    y1: y1 + cut.top,
  });
  const moved = { confidence, paragraph, box: move(box) };
  const { y } = middle(moved.box);
  if (y < own.top || y >= own.bottom) return [];
  const placed = words.map((word) => ({ text: word.text, box: move(word.box) }));
  const mine = placed.filter((word) => {
    const { x } = middle(word.box);
    return x >= own.left && x < own.right;
  });
  if (mine.length === words.length) return [{ ...moved, text, words: placed }];
  if (mine.length === 0) return [];
  const x0 = Math.min(...mine.map((word) => word.box.x0));
  const x1 = Math.max(...mine.map((word) => word.box.x1));
  const ownText = `${mine.map((word) => word.text).join(" ")}\n`;
  return [{ ...moved, text: ownText, words: mine, box: { ...moved.box, x0, x1 } }];
}

/** Joins the parts of lines that stand in tiles beside each other. @param {Line[]} lines */
function joinLines(lines) {
  /** @type {Line[]} */
  const joined = [];
  for (const line of [...lines].sort((one, other) => middle(one.box).y - middle(other.box).y)) {
    const before = joined.at(-1);
    const { y } = middle(line.box);
    if (before && y < before.box.y1 && line.box.x0 >= before.box.x1 - (before.box.y1 - before.box.y0))
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text.trimEnd()} ${line.text}`,
        confidence: Math.min(before.confidence, line.confidence),
        box: { ...before.box, x1: line.box.x1 },
      };
    else joined.push(line);
  }
  return joined;
}

/** @param {Box} box */
const middle = ({ x0, y0, x1, y1 }) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

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

/** @param {{ text: string }[]} lines */
const countLetters = (lines) => lines.reduce((sum, line) => sum + line.text.length, 0);

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
  const { blocks } = await recognise(await toPng(page, turn), languages);
  const paragraphs = (blocks ?? []).flatMap((block) => block.paragraphs);
  const lines = paragraphs.flatMap((paragraph, index) =>
    paragraph.lines.map(({ text, confidence, bbox, words }) => ({
      text,
      confidence,
      box: bbox,
      words: words.map((word) => ({ text: word.text, box: word.bbox })),
      paragraph: index,
    })),
  );
  return { lines, isRead: isClear(lines), clear: countClear(lines), turn, languages };
}

/** @param {Line[]} lines */
const countClear = (lines) => countLetters(lines.filter(({ confidence }) => confidence >= CLEAR));
/** @param {Line[]} lines */
const isClear = (lines) => countClear(lines) > countLetters(lines) / 2;
