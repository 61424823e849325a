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

/** @type {Promise<(picture: Uint8Array) => Promise<any>> | undefined} */
let recogniser;

/** The text in a picture; none is no fault. @type {import("./main.mjs").Read} */
export async function readPicture(path, output) {
  const sharp = require("sharp");
  const { width = 0, height = 0 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS)
    throw new Unreadable(
      `This picture is too large: it has more than ${MOST_PIXELS / 1_000_000} million pixels.`,
    );
  output.add(await textOf(sharp(path, { limitInputPixels: MOST_PIXELS, pages: 1 }).rotate()));
}

/** @param {{ data: Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4 }} picture */
export const textOfPixels = ({ data, width, height, channels }) =>
  textOf(require("sharp")(data, { raw: { width, height, channels } }));

/** @param {import("sharp").Sharp} picture */
async function textOf(picture) {
  const bytes = await picture
    .flatten({ background: "white" })
    .greyscale()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
  recogniser ??= start();
  /** @type {{ blocks: { paragraphs: { lines: { text: string, confidence: number }[] }[] }[] | null }} */
  const found = await (await recogniser)(bytes);
  const blocks = found.blocks ?? [];
  return blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .map(({ lines }) =>
      lines
        .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
        .map(({ text }) => text)
        .join(""),
    )
    .filter((paragraph) => paragraph.trim())
    .join("\n");
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
