// @ts-check
import { createRequire } from "node:module";
import { getFittingScale } from "./ocr-tiles.mjs";
import { loadImage, multiplyMatrices } from "./pdf-drawing.mjs";
import { toBounds } from "./pdf-regions.mjs";

const require = createRequire(import.meta.url);

/** @typedef {import("./ocr-tiles.mjs").GreyPage} GreyPage */
/** @typedef {import("./pdf-regions.mjs").Region} Region */
/** @typedef {import("./pdf-drawing.mjs").DrawnPicture} DrawnPicture */
/**
 * @typedef {{ data?: Uint8Array | Uint8ClampedArray, width: number, height: number, kind?: number }} Image decoded by
 * pdf.js
 */
/** @typedef {{ grey: Uint8Array | number, alpha?: Uint8Array, width: number, height: number }} Layer */

const MAX_PIXELS = 100_000_000;
// pdf.js's `ImageKind.GRAYSCALE_1BPP`.
const ONE_BIT = 1;
const WHITE = 255;

/**
 * Draws the images of a region onto a white canvas, placed as on the page.
 * @param {any} page of pdf.js
 * @param {Region} region
 * @returns {Promise<{ canvas: GreyPage, unread: number }>} `unread`: number of images that could not be decoded
 */
export async function drawRegion(page, { pictures, box, resolution }) {
  const [fullWidth, fullHeight] = [
    (box.right - box.left) * resolution.x,
    (box.bottom - box.top) * resolution.y,
  ];
  const scale = getFittingScale(fullWidth, fullHeight);
  const [scaleX, scaleY] = [resolution.x * scale, resolution.y * scale];
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = { data: Buffer.alloc(width * height, WHITE), width, height };
  const toCanvas = [scaleX, 0, 0, scaleY, -box.left * scaleX, -box.top * scaleY];
  let unread = 0;
  let pixels = 0;
  for (const picture of pictures) {
    pixels += picture.width * picture.height;
    const image = typeof picture.image === "string" ? await loadImage(page, picture.image) : picture.image;
    const matrix = multiplyMatrices(toCanvas, picture.matrix);
    const layer = pixels > MAX_PIXELS ? undefined : await toLayer(image, picture, matrix);
    if (layer) paintLayer(canvas, layer, matrix);
    else unread++;
  }
  return { canvas, unread };
}

/**
 * Returns an image's pixels, reduced to about the resolution of the canvas.
 * @param {Image | undefined} image
 * @param {DrawnPicture} picture
 * @param {import("./pdf-drawing.mjs").Matrix} matrix
 * @returns {Promise<Layer | undefined>}
 */
async function toLayer(image, { isMask, grey }, [a = 0, b = 0, c = 0, d = 0]) {
  if (!image?.data) return;
  const { width, height, kind } = image;
  const isOneBit = isMask || kind === ONE_BIT;
  const data = isOneBit ? unpackBits(image.data, width, height) : image.data;
  const channels = isOneBit ? 1 : data.length / (width * height);
  if (channels !== 1 && channels !== 3 && channels !== 4) return;
  const wanted = {
    width: Math.max(1, Math.round(Math.hypot(a, b))),
    height: Math.max(1, Math.round(Math.hypot(c, d))),
  };
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (wanted.width * wanted.height)));
  const size = {
    width: Math.max(1, Math.floor(wanted.width * shrink)),
    height: Math.max(1, Math.floor(wanted.height * shrink)),
  };
  const sharp = require("sharp");
  const resized = () => sharp(data, { raw: { width, height, channels } }).resize({ ...size, fit: "fill" });
  const pixels = (/** @type {import("sharp").Sharp} */ one) => one.toColourspace("b-w").raw().toBuffer();
  if (isMask) {
    const unpainted = await pixels(resized());
    return { grey, alpha: unpainted.map((value) => WHITE - value), ...size };
  }
  if (channels !== 4) return { grey: await pixels(resized().greyscale()), ...size };
  const alpha = await pixels(resized().extractChannel(3));
  return { grey: await pixels(resized().removeAlpha().greyscale()), alpha, ...size };
}

/**
 * @param {GreyPage} canvas
 * @param {Layer} layer
 * @param {import("./pdf-drawing.mjs").Matrix} matrix from the unit square to the canvas
 */
function paintLayer(canvas, layer, matrix) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const area = a * d - b * c;
  const bounds = toBounds(matrix);
  const [left, top] = [Math.max(0, Math.floor(bounds.left)), Math.max(0, Math.floor(bounds.top))];
  const right = Math.min(canvas.width, Math.ceil(bounds.right));
  const bottom = Math.min(canvas.height, Math.ceil(bounds.bottom));
  const { width, height, grey, alpha } = layer;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [dx, dy] = [x + 0.5 - e, y + 0.5 - f];
      const column = Math.floor(((d * dx - c * dy) / area) * width);
      const row = Math.floor((1 - (a * dy - b * dx) / area) * height);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const source = row * width + column;
      const at = y * canvas.width + x;
      const value = typeof grey === "number" ? grey : (grey[source] ?? WHITE);
      const opacity = alpha ? (alpha[source] ?? 0) / 255 : 1;
      canvas.data[at] = value * opacity + (canvas.data[at] ?? WHITE) * (1 - opacity);
    }
}

/**
 * Expands each bit to a byte. Rows are byte-aligned.
 * @param {Uint8Array | Uint8ClampedArray} bits
 * @param {number} width
 * @param {number} height
 */
function unpackBits(bits, width, height) {
  const bytes = new Uint8Array(width * height);
  const row = (width + 7) >> 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((bits[y * row + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) bytes[y * width + x] = 255;
  return bytes;
}
