// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Unreadable } from "./output.mjs";

const require = createRequire(import.meta.url);

/** A photograph of a page has 12 million; more than this is made to fill the memory. */
const MOST_PIXELS = 100_000_000;
/** Enough for small print on a page; more takes longer and finds no more. */
const LONGEST_SIDE = 3_000;
/** In percent. What is read with less is mostly no text but a pattern. */
const LEAST_CONFIDENCE = 50;
/** In percent. Lines that lie on their side are read as something else with less. */
const CLEAR = 75;
/** Fewer are rather a pattern than a page that lies on its side. */
const LEAST_LINES = 2;

/** @type {Promise<(picture: Uint8Array) => Promise<any>> | undefined} */
let recogniser;

/** The text in a picture; none is no fault. @type {import("./readers.mjs").Read} */
export async function readPicture(path, output, tell) {
  const sharp = require("sharp");
  const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS)
    throw new Unreadable(
      `This picture is too large: it has more than ${MOST_PIXELS / 1_000_000} million pixels.`,
    );
  output.add(await textOf(sharp(path, { limitInputPixels: MOST_PIXELS, pages: 1 }).rotate(), tell));
}

/**
 * @param {{ data: Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4 }} picture
 * @param {number} turned in degrees, clockwise
 * @param {import("./readers.mjs").Tell} tell
 */
export const textOfPixels = ({ data, width, height, channels }, turned, tell) =>
  textOf(require("sharp")(data, { raw: { width, height, channels } }).rotate(turned), tell);

/** @param {import("sharp").Sharp} picture @param {import("./readers.mjs").Tell} tell */
async function textOf(picture, tell) {
  const bytes = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const upright = await recognised(bytes);
  // What looks like text and cannot be read may lie on its side or stand on its head.
  if (upright.isRead || upright.lines < LEAST_LINES) return upright.text;
  for (const turned of [90, 270, 180]) {
    tell.slow();
    const found = await recognised(
      await require("sharp")(bytes).rotate(turned).png({ compressionLevel: 1 }).toBuffer(),
    );
    if (found.isRead) return found.text;
  }
  return upright.text;
}

/** @param {Uint8Array} bytes @returns what is read in a picture, how many lines there seem to be, and whether most of them were read */
async function recognised(bytes) {
  recogniser ??= start();
  /** @type {{ blocks: { paragraphs: { lines: { text: string, confidence: number }[] }[] }[] | null }} */
  const found = await (await recogniser)(bytes);
  const paragraphs = (found.blocks ?? []).flatMap((block) => block.paragraphs);
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
  const clear = all.filter(({ confidence }) => confidence >= CLEAR);
  return { text, lines: all.length, isRead: length(clear) > length(all) / 2 };
}

/**
 * Its language data come with the application: nothing is fetched. The engine
 * runs in this thread: a thread of its own would not be held by what this
 * process may not do.
 */
async function start() {
  const engine = require("tesseract.js/src/worker-script");
  const node = "tesseract.js/src/worker-script/node";
  engine.setAdapter({
    getCore: require(`${node}/getCore`),
    gunzip: require(`${node}/gunzip`),
    readCache: readFile,
  });
  let count = 0;
  /** @param {string} action @param {object} payload @returns {Promise<any>} */
  const ask = (action, payload) =>
    new Promise((resolve, reject) => {
      const packet = { workerId: "reader", jobId: `${action} ${++count}`, action, payload };
      engine.dispatchHandlers(packet, (/** @type {{ status: string, data: any }} */ { status, data }) => {
        if (status === "resolve") resolve(data);
        else if (status === "reject") reject(new Error(String(data)));
      });
    });
  const { OEM } = require("tesseract.js");
  const langPath = join(dirname(require.resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int");
  const options = { langPath, gzip: true, cacheMethod: "none", lstmOnly: true };
  await ask("load", { options: { lstmOnly: true, logging: false } });
  await ask("loadLanguage", { langs: ["eng"], options });
  await ask("initialize", { langs: ["eng"], oem: OEM.LSTM_ONLY, config: {} });
  return (/** @type {Uint8Array} */ image) =>
    ask("recognize", { image: new Uint8Array(image), options: {}, output: { text: false, blocks: true } });
}
