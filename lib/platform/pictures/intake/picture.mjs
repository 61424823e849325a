// @ts-check
// Decodes untrusted images. Image decoders are native code, so they run in a separate process.
import { readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { Problem } from "../../intake/child/problem.mjs";

/** @typedef {import("../../intake/child/main.mjs").Host} Host */

const MAX_PIXELS = 50_000_000;
// libvips supports more formats, such as SVG, which are documents or contain scripts.
const FORMATS = new Set(["png", "jpeg", "webp", "heif", "gif"]);

/** @param {Host} host */
async function open({ input }) {
  const picture = sharp(await readFile(input), { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" });
  const { format, width, height } = await picture.metadata();
  if (!FORMATS.has(format)) throw new Problem("It is no picture of a type that is read.");
  return { picture, format, width, height };
}

/**
 * Decodes every pixel, because an image may be damaged anywhere.
 * @param {unknown} _
 * @param {Host} host
 */
export async function check(_, host) {
  const { picture, format, width, height } = await open(host);
  await picture.resize(8, 8).raw().toBuffer();
  return { format, width, height };
}

/**
 * Writes a square WebP without metadata.
 * @param {{ side: number }} options
 * @param {Host} host
 */
export async function cropSquare({ side }, host) {
  const { picture } = await open(host);
  const square = picture.rotate().resize(side, side, { fit: "cover" }).webp({ quality: 86 });
  await writeFile(host.outputPath("square"), await square.toBuffer());
}
