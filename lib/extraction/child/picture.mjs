// @ts-check
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

/** @type {Promise<any> | undefined} */
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
  const { data } = await (await recogniser).recognize(bytes, {}, { text: false, blocks: true });
  /** @type {{ paragraphs: { lines: { text: string, confidence: number }[] }[] }[]} */
  const blocks = data.blocks ?? [];
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

/** Its language data come with the application: nothing is fetched. */
function start() {
  const { createWorker, OEM } = require("tesseract.js");
  const data = dirname(require.resolve("@tesseract.js-data/eng/package.json"));
  return createWorker("eng", OEM.LSTM_ONLY, {
    langPath: join(data, "4.0.0_best_int"),
    gzip: true,
    cacheMethod: "none",
    errorHandler: () => {},
  });
}
