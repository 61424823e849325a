// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describeUnread, MAX_PIXELS, readGreyPage, TOO_LARGE, toGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";
import { lowerFirst, namePages } from "./page-names.mjs";

const require = createRequire(import.meta.url);

/** Of a fax or a scan. */
const MAX_PAGES = 50;

/** As browsers and models see it: no larger than they need, without what a camera wrote into it. */
const SHOWN = { side: 3_000, quality: 82 };

/** @param {import("sharp").Sharp} picture @param {import("./output.mjs").Output} output */
async function show(picture, output) {
  const { side, quality } = SHOWN;
  const jpeg = await picture
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality })
    .toBuffer();
  output.add(jpeg.toString("base64"));
}

/** Pictures of phones, which libvips as it comes with sharp does not decode. @type {import("./readers.mjs").Read} */
export async function readHeic(path, output, tell, { languages, shown }) {
  const heif = require("libheif-js/wasm-bundle");
  await heif.ready;
  const decoder = new heif.HeifDecoder();
  const [picture] = decoder.decode(await readFile(path));
  if (!picture) throw new Error("This file has no picture.");
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const data = await new Promise((resolve, reject) => {
    picture.display(
      { data: new Uint8ClampedArray(width * height * 4), width, height },
      (/** @type {any} */ shown) =>
        shown ? resolve(shown.data) : reject(new Error("This picture cannot be decoded.")),
    );
  });
  if (shown) return show(require("sharp")(data, { raw: { width, height, channels: 4 } }), output);
  const page = await toGreyPage(require("sharp")(data, { raw: { width, height, channels: 4 } }), {
    width,
    height,
  });
  const found = await readGreyPage(page, languages, tell);
  output.add(found.text);
  const unread = describeUnread(found);
  if (unread) output.leaveOut(unread);
}

/** Scans and faxes: each page is a part. @type {import("./readers.mjs").Read} */
export async function readTiff(path, output, tell, { languages, shown }) {
  const sharp = require("sharp");
  if (shown) {
    const page = shown - 1;
    const { width = 0, height = 0 } = await sharp(path, { page, limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
    return show(sharp(path, { page, limitInputPixels: MAX_PIXELS }).rotate(), output);
  }
  const { pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  const last = Math.min(pages, MAX_PAGES);
  /** @type {Record<"failed" | "empty" | "partial", number[]>} */
  const unread = { failed: [], empty: [], partial: [] };
  for (let page = 1; page <= last; page++) {
    if (page > 1) tell.slow();
    output.part();
    const found = await readTiffPage(path, page, languages, tell).catch((error) => {
      if (pages === 1) throw error;
    });
    const hasText = found && found.text.trim() !== "";
    if (hasText) output.add(`${found.text}\n\n`);
    if (!found || (!hasText && found.isPartial)) unread.failed.push(page);
    else if (!hasText) unread.empty.push(page);
    else if (found.isPartial) unread.partial.push(page);
    const sentence = pages === 1 && found && describeUnread(found);
    if (sentence) output.leaveOut(sentence);
    tell.progress(Math.floor((page / pages) * 100));
  }
  if (pages > 1) describePages(output, unread, last);
  if (pages > last) output.leaveOut(`Only the first ${last} of ${pages} pages of this picture were read.`);
  return { pages };
}

/** @param {import("./output.mjs").Output} output @param {Record<"failed" | "empty" | "partial", number[]>} unread @param {number} last */
function describePages(output, { failed, empty, partial }, last) {
  if (failed.length === last) throw new Unreadable("No page of this picture could be read.");
  if (failed.length > 0) output.leaveOut(`${namePages(failed)} could not be read.`);
  if (partial.length > 0) output.leaveOut(`Parts of ${lowerFirst(namePages(partial))} could not be read.`);
  if (empty.length > 0 && empty.length < last)
    output.leaveOut(`No text was found on ${lowerFirst(namePages(empty))}.`);
}

/** @param {string} path @param {number} number @param {string[]} languages @param {import("./readers.mjs").Tell} tell */
async function readTiffPage(path, number, languages, tell) {
  const sharp = require("sharp");
  const page = number - 1;
  const size = await sharp(path, { page, limitInputPixels: false }).metadata();
  if (size.width * size.height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const picture = sharp(path, { page, limitInputPixels: MAX_PIXELS }).rotate();
  return readGreyPage(await toGreyPage(picture, size), languages, tell);
}
