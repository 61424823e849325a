// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { decodeBmp } from "./bmp.mjs";
import { describeUnread, MAX_PIXELS, readGreyPage, TOO_LARGE, toGreyPage } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

// Maximum side in pixels and JPEG quality of displayed images. Conversion also removes the camera's metadata.
const SHOWN = { side: 3_000, quality: 82 };

/** @param {import("sharp").Sharp} picture @param {import("./output.mjs").Output} output */
export async function addJpeg(picture, output) {
  const { side, quality } = SHOWN;
  const jpeg = await picture
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "white" })
    .toColourspace("srgb")
    .jpeg({ quality })
    .toBuffer();
  output.add(jpeg.toString("base64"));
}

/** Reads HEIC photos, which sharp's prebuilt libvips can't decode. @type {import("./readers.mjs").Read} */
export async function readHeic(path, output, tell, { languages, shown }) {
  const heif = require("libheif-js/wasm-bundle");
  await heif.ready;
  const decoder = new heif.HeifDecoder();
  const [picture] = decoder.decode(await readFile(path));
  if (!picture) throw new Error("This file has no image.");
  const [width, height] = [picture.get_width(), picture.get_height()];
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const data = await new Promise((resolve, reject) => {
    picture.display(
      { data: new Uint8ClampedArray(width * height * 4), width, height },
      (/** @type {any} */ shown) =>
        shown ? resolve(shown.data) : reject(new Error("This image cannot be decoded.")),
    );
  });
  await readPixels({ data, width, height, channels: 4 }, output, tell, { languages, shown });
}

/** Reads Windows bitmaps, which libvips can't decode. @type {import("./readers.mjs").Read} */
export async function readBmp(path, output, tell, how) {
  await readPixels(decodeBmp(await readFile(path)), output, tell, how);
}

/**
 * @param {{ data: Uint8Array | Uint8ClampedArray, width: number, height: number, channels: 3 | 4 }} pixels
 * @param {import("./output.mjs").Output} output @param {import("./readers.mjs").Tell} tell @param {import("./readers.mjs").How} how
 */
async function readPixels({ data, ...size }, output, tell, { languages, shown }) {
  const picture = require("sharp")(data, { raw: size });
  if (shown) return addJpeg(picture, output);
  const found = await readGreyPage(await toGreyPage(picture, size), languages, tell);
  output.add(found.text);
  const unread = describeUnread(found);
  if (unread) output.leaveOut(unread);
}
