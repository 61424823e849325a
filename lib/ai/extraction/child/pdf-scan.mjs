// @ts-check

/** @typedef {import("./picture.mjs").Pixels} Pixels */

/** A picture with fewer pixels is a logo, not a page. */
const LEAST_PIXELS = 300_000;
/** pdf.js: a bit for each pixel. */
const ONE_BIT = 1;

/**
 * The largest picture that a page is drawn with, if it may be a page of text. Nothing is decoded for it.
 * @param {any} page of pdf.js
 * @param {Record<string, number>} ops what the numbers of drawing orders are
 * @returns {Promise<(() => Promise<Pixels | undefined>) | undefined>} gives its pixels; undefined when they cannot be decoded
 */
export async function scanOn(page, ops) {
  const { fnArray, argsArray } = await page.getOperatorList();
  let most = LEAST_PIXELS - 1;
  /** @type {(() => Promise<Pixels | undefined>) | undefined} */
  let largest;
  for (const [at, op] of fnArray.entries()) {
    const [what, w, h] = argsArray[at] ?? [];
    const isMask = op === ops.paintImageMaskXObject;
    if (!isMask && op !== ops.paintImageXObject && op !== ops.paintInlineImageXObject) continue;
    const id = typeof what === "string" ? what : typeof what?.data === "string" ? what.data : undefined;
    const [width, height] = [what?.width ?? w ?? 0, what?.height ?? h ?? 0];
    if (width * height <= most) continue;
    most = width * height;
    largest = async () => {
      const image = id === undefined ? what : await objectOf(page, id);
      return image && pixelsOf(image, isMask);
    };
  }
  return largest;
}

/** @param {any} page @param {string} id */
const objectOf = (page, id) =>
  new Promise((resolve) => (id.startsWith("g_") ? page.commonObjs : page.objs).get(id, resolve));

/**
 * @param {{ data?: Uint8Array | Uint8ClampedArray, width: number, height: number, kind?: number }} image
 * @param {boolean} isMask its zeros are painted, in black
 * @returns {Pixels | undefined}
 */
function pixelsOf({ data, width, height, kind }, isMask) {
  if (!data) return;
  if (isMask || kind === ONE_BIT) return { data: unpacked(data, width, height), width, height, channels: 1 };
  const channels = data.length / (width * height);
  return channels === 1 || channels === 3 || channels === 4 ? { data, width, height, channels } : undefined;
}

/** A byte for each bit; rows begin with a byte. @param {Uint8Array | Uint8ClampedArray} bits @param {number} width @param {number} height */
function unpacked(bits, width, height) {
  const bytes = new Uint8Array(width * height);
  const row = (width + 7) >> 3;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((bits[y * row + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) bytes[y * width + x] = 255;
  return bytes;
}
