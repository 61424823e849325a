// @ts-check
import { createRequire } from "node:module";
import { describeUnread, MAX_PIXELS, readGreyPage, TOO_LARGE, toGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";
import { lowercaseFirstLetter, namePages, PARTLY_UNREAD } from "./page-names.mjs";
import { addJpeg } from "./picture-formats.mjs";

const require = createRequire(import.meta.url);

const MAX_PAGES = 500;
// Pages of an attached file are read immediately, whereas those of a document are queued.
const MAX_ATTACHED_PAGES = 50;

/**
 * Reads scans and faxes with one part per page. Files of several pages are only reported first; each page
 * is read on request.
 * @type {import("./readers.mjs").Read}
 */
export async function readTiff(path, output, tell, { languages, shown, scan, isAttached }) {
  if (shown) return addJpeg((await openPage(path, shown)).picture, output);
  if (scan !== undefined) return readOne(path, scan, output, languages, tell);
  const { pages: count = 1, format } = await require("sharp")(path, { limitInputPixels: false }).metadata();
  // In other formats, pages are animation frames.
  const pages = format === "tiff" ? count : 1;
  if (isAttached && pages > 1) return readAttached(path, pages, output, languages, tell);
  const last = Math.min(pages, MAX_PAGES);
  for (let page = 1; page <= last; page++) output.part();
  if (pages > last) output.leaveOut(`Only the first ${last} of ${pages} pages of this image were read.`);
  if (pages > 1) return { pages, scans: Array.from({ length: last }, (_, at) => at + 1) };
  const found = await readPage(path, 1, languages, tell);
  output.add(found.text);
  const unread = describeUnread(found);
  if (unread) output.leaveOut(unread);
  return { pages };
}

/** @param {string} path @param {number} number @param {import("./output.mjs").Output} output @param {string[]} languages @param {import("./readers.mjs").Tell} tell */
async function readOne(path, number, output, languages, tell) {
  const { text, isPartial, seemsToBe } = await readPage(path, number, languages, tell);
  const hasText = text.trim() !== "";
  if (!hasText && seemsToBe) throw new Unreadable(`The text seems to be ${seemsToBe}.`);
  output.add(text);
  if (seemsToBe) output.leaveOut(`The text seems to be ${seemsToBe}.`);
  else if (isPartial) output.leaveOut(PARTLY_UNREAD);
}

/** @param {string} path @param {number} pages @param {import("./output.mjs").Output} output @param {string[]} languages @param {import("./readers.mjs").Tell} tell */
async function readAttached(path, pages, output, languages, tell) {
  const last = Math.min(pages, MAX_ATTACHED_PAGES);
  /** @type {number[]} */
  const failed = [];
  /** @type {number[]} */
  const partial = [];
  for (let page = 1; page <= last; page++) {
    tell.slow();
    output.part();
    const found = await readPage(path, page, languages, tell).catch(() => undefined);
    if (found?.text.trim()) output.add(`${found.text}\n\n`);
    if (!found) failed.push(page);
    else if (found.isPartial) partial.push(page);
  }
  if (failed.length === last) throw new Unreadable("No page of this picture could be read.");
  if (failed.length > 0) output.leaveOut(`${namePages(failed)} could not be read.`);
  if (partial.length > 0)
    output.leaveOut(`Parts of ${lowercaseFirstLetter(namePages(partial))} could not be read.`);
  if (pages > last) output.leaveOut(`Only the first ${last} of ${pages} pages of this image were read.`);
  return { pages };
}

/** @param {string} path @param {number} number @param {string[]} languages @param {import("./readers.mjs").Tell} tell */
async function readPage(path, number, languages, tell) {
  const { picture, size } = await openPage(path, number);
  return readGreyPage(await toGreyPage(picture, size), languages, tell);
}

/** @param {string} path @param {number} number */
async function openPage(path, number) {
  const sharp = require("sharp");
  const page = number - 1;
  const size = await sharp(path, { page, limitInputPixels: false }).metadata();
  if (size.width * size.height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  return { picture: sharp(path, { page, limitInputPixels: MAX_PIXELS }).rotate(), size };
}
