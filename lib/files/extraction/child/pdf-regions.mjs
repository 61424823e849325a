// @ts-check
import { listDrawing, loadImage } from "./pdf-drawing.mjs";

/** @typedef {import("./pdf-drawing.mjs").DrawnPicture} DrawnPicture */
/** @typedef {import("./pdf-drawing.mjs").DrawnText} DrawnText */
/** @typedef {{ x: number, y: number }} Resolution pixels per point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/**
 * @typedef {object} Region a group of touching images: a scan, its strips or tiles, or a figure
 * @property {DrawnPicture[]} pictures in drawing order
 * @property {Box} box on the page, in points
 * @property {Resolution} resolution
 * @property {number} share of the page
 * @property {number} hiddenLetters characters of a text layer that belongs to it
 */

const MAX_REGIONS = 8;
const MAX_PICTURES_COMPARED = 2_000;
// Share of the page's longer side. Rounding leaves such gaps between strips and tiles.
const MAX_GAP = 0.005;
// Minimum sides and area in pixels. Smaller images contain no legible text.
const MIN_SIDE = 12;
const MIN_LENGTH = 40;
const MIN_AREA = 4_000;
// Maximum ratio of horizontal to vertical resolution for which pixels are made square.
const MAX_DISTORTION = 3;
/** An image with a text layer of this many characters was already read by the OCR of the file's program. */
export const MIN_LAYER_LETTERS = 100;

/**
 * Finds a page's images that may contain text missing from the page's own text.
 * @param {any} page of pdf.js
 * @param {Record<string, number>} ops pdf.js's operator numbers
 */
export async function findRegions(page, ops) {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { pictures, texts } = listDrawing(await page.getOperatorList(), ops, transform);
  await Promise.all(pictures.map((picture) => setOwnSize(page, picture)));
  const pageBox = { left: 0, top: 0, right: width, bottom: height };
  const placed = pictures
    .map((picture, index) => ({ picture, index, box: intersect(toBounds(picture.matrix), pageBox) }))
    .filter(({ box }) => box.right > box.left && box.bottom > box.top);
  const hidden = texts.filter((text) => text.isInvisible || isCovered(text, placed));
  const visibleLetters = countLetters(texts) - countLetters(hidden);
  const joined = joinTouching(placed, MAX_GAP * Math.max(width, height));
  const groups = joined.length > MAX_REGIONS ? [placed] : joined;
  const regions = groups
    .map((group) => toRegion(group, hidden, width * height))
    .filter(isLarge)
    .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left);
  return { regions, visibleLetters, hiddenLetters: countLetters(hidden) };
}

/**
 * Restores an image's own size, because pdf.js reports an image and its mask in the size of the larger one.
 * @param {any} page
 * @param {DrawnPicture} picture
 */
async function setOwnSize(page, picture) {
  if (!picture.hasOwnMask || typeof picture.image !== "string") return;
  const { width, height } = (await loadImage(page, picture.image)) ?? picture;
  Object.assign(picture, { width, height });
}

/** @typedef {{ picture: DrawnPicture, index: number, box: Box }} Placed */

/** @param {Placed[]} group @param {DrawnText[]} hidden @param {number} pageArea @returns {Region} */
function toRegion(group, hidden, pageArea) {
  const box = group.reduce((all, one) => unite(all, one.box), /** @type {Placed} */ (group[0]).box);
  const within = hidden.filter(({ x, y }) => isWithin(x, y, box));
  return {
    pictures: group.map(({ picture }) => picture),
    box,
    resolution: highestResolution(group.map(({ picture }) => getResolution(picture))),
    share: ((box.right - box.left) * (box.bottom - box.top)) / pageArea,
    hiddenLetters: countLetters(within),
  };
}

/** @param {Region} region */
function isLarge({ box, resolution }) {
  const width = (box.right - box.left) * resolution.x;
  const height = (box.bottom - box.top) * resolution.y;
  return (
    Math.min(width, height) >= MIN_SIDE && Math.max(width, height) >= MIN_LENGTH && width * height >= MIN_AREA
  );
}

/** @param {DrawnText} text @param {Placed[]} placed */
const isCovered = ({ x, y, picturesBefore }, placed) =>
  placed.some(
    ({ picture, index, box }) => index >= picturesBefore && picture.isOpaque && isWithin(x, y, box),
  );

/** Groups images that touch directly or through others. @param {Placed[]} placed @param {number} gap */
function joinTouching(placed, gap) {
  if (placed.length > MAX_PICTURES_COMPARED) return [placed];
  /** @type {Placed[][]} */
  const groups = [];
  const waiting = new Set(placed);
  for (const first of placed) {
    if (!waiting.delete(first)) continue;
    const group = [first];
    for (const member of group)
      for (const other of waiting)
        if (touches(member.box, other.box, gap)) {
          waiting.delete(other);
          group.push(other);
        }
    groups.push(group.sort((one, other) => one.index - other.index));
  }
  return groups;
}

/** @param {Box} one @param {Box} other @param {number} gap */
const touches = (one, other, gap) =>
  one.left <= other.right + gap &&
  other.left <= one.right + gap &&
  one.top <= other.bottom + gap &&
  other.top <= one.bottom + gap;

/** @param {number} x @param {number} y @param {Box} box */
const isWithin = (x, y, { left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom;

/** @param {Box} one @param {Box} other @returns {Box} */
const unite = (one, other) => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** @param {Box} one @param {Box} other @returns {Box} */
const intersect = (one, other) => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/**
 * Returns the bounding box of the transformed unit square.
 * @param {import("./pdf-drawing.mjs").Matrix} matrix
 * @returns {Box}
 */
export function toBounds([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** @param {DrawnPicture} picture @returns {Resolution} */
function getResolution({ matrix: [a = 0, b = 0, c = 0, d = 0], width, height }) {
  if (b === 0 && c === 0 && a !== 0 && d !== 0) return { x: width / Math.abs(a), y: height / Math.abs(d) };
  if (a === 0 && d === 0 && b !== 0 && c !== 0) return { x: height / Math.abs(c), y: width / Math.abs(b) };
  const area = Math.abs(a * d - b * c);
  const mean = area > 0 ? Math.sqrt((width * height) / area) : 0;
  return { x: mean, y: mean };
}

/**
 * Returns a common resolution. Stretched faxes, which have half as many rows as columns, get square pixels; more
 * distorted images keep their proportions.
 * @param {Resolution[]} all
 * @returns {Resolution}
 */
function highestResolution(all) {
  const [x, y] = [Math.max(...all.map((one) => one.x)), Math.max(...all.map((one) => one.y))];
  const highest = Math.max(x, y);
  return highest > MAX_DISTORTION * Math.min(x, y) ? { x, y } : { x: highest, y: highest };
}

/** @param {DrawnText[]} texts */
const countLetters = (texts) => texts.reduce((sum, { letters }) => sum + letters, 0);
