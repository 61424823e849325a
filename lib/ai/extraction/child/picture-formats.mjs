// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Unreadable } from "./output.mjs";
import { textOfPixels } from "./picture.mjs";

const require = createRequire(import.meta.url);

/** As of other pictures. */
const MOST_PIXELS = 100_000_000;
/** Of a fax or a scan. */
const MOST_PAGES = 50;
const TOO_LARGE = `This picture is too large: it has more than ${MOST_PIXELS / 1_000_000} million pixels.`;

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
  if (width * height > MOST_PIXELS) throw new Unreadable(TOO_LARGE);
  const data = await new Promise((resolve, reject) => {
    picture.display(
      { data: new Uint8ClampedArray(width * height * 4), width, height },
      (/** @type {any} */ shown) =>
        shown ? resolve(shown.data) : reject(new Error("This picture cannot be decoded.")),
    );
  });
  if (shown) return show(require("sharp")(data, { raw: { width, height, channels: 4 } }), output);
  output.add(await textOfPixels({ data, width, height, channels: 4 }, 0, languages, tell));
}

/** Scans and faxes: each page is a part. @type {import("./readers.mjs").Read} */
export async function readTiff(path, output, tell, { languages, shown }) {
  const sharp = require("sharp");
  if (shown) {
    const page = shown - 1;
    const { width = 0, height = 0 } = await sharp(path, { page, limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) throw new Unreadable(TOO_LARGE);
    return show(sharp(path, { page, limitInputPixels: MOST_PIXELS }).rotate(), output);
  }
  const { pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  for (let page = 0; page < Math.min(pages, MOST_PAGES); page++) {
    const { width = 0, height = 0 } = await sharp(path, { page, limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) throw new Unreadable(TOO_LARGE);
    if (page > 0) tell.slow();
    const { data, info } = await sharp(path, { page, limitInputPixels: MOST_PIXELS })
      .rotate()
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const text = await textOfPixels(
      { ...info, data: new Uint8ClampedArray(data), channels: 3 },
      0,
      languages,
      tell,
    );
    output.part();
    if (text) output.add(`${text}\n\n`);
    tell.progress(Math.floor(((page + 1) / pages) * 100));
  }
  if (pages > MOST_PAGES) output.leaveOut(`Only the first ${MOST_PAGES} pages of this picture were read.`);
  return { pages };
}
