// @ts-check

/** @typedef {{ data: Uint8Array, width: number, height: number }} GreyPage one byte per pixel */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/**
 * @typedef {{ cut: Box, own: Box }} Tile `cut`: the area that is read; `own`: the area without overlap; lines whose
 * center is outside belong to a neighboring tile
 */

// Maximum side of a page in pixels, which suffices for small print. Larger images take longer to read.
const MAX_PAGE_SIDE = 3_000;
// Ratio of the longer to the shorter side. Screenshots and panoramas exceed it and are not shrunk to page size.
const MAX_PAGE_RATIO = 1.7;
// Maximum side in pixels of images that are enlarged, because letters smaller than ten pixels can't be read.
const MAX_SMALL_SIDE = 800;
const ENLARGEMENT = 2;
const MAX_LONG_PIXELS = 48_000_000;
const MAX_TILE = { pixels: 9_000_000, width: 9_000, height: 2_500 };
const MIN_TILE_HEIGHT = 600;
// Overlap of adjacent tiles in pixels, which exceeds the height of a line.
const OVERLAP = 100;
// Share of a tile's length by which a cut may move to a gap in the text.
const MAX_SHIFT = 0.15;
const EXCERPT_SIDE = 1_500;
const MIN_CONTRAST = 40;

/** Returns the factor by which an image is resized before it is read. @param {number} width @param {number} height */
export function getFittingScale(width, height) {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  if (long <= MAX_SMALL_SIDE) return ENLARGEMENT;
  if (long <= MAX_PAGE_SIDE) return 1;
  if (long <= MAX_PAGE_RATIO * short) return MAX_PAGE_SIDE / long;
  return Math.min(1, Math.sqrt(MAX_LONG_PIXELS / (long * short)));
}

/**
 * Cuts a long page between lines of text. Returns rows from top to bottom with tiles from left to right.
 * @param {GreyPage} page
 * @returns {Tile[][]}
 */
export function cutTiles(page) {
  const { width, height } = page;
  const highest = Math.max(MIN_TILE_HEIGHT, Math.min(MAX_TILE.height, Math.floor(MAX_TILE.pixels / width)));
  const isPage = Math.max(width, height) <= MAX_PAGE_SIDE;
  const rows = isPage ? [0, height] : findCuts(height, highest, (y) => countEdges(page, y, "row"));
  const columns = isPage ? [0, width] : findCuts(width, MAX_TILE.width, (x) => countEdges(page, x, "column"));
  return rows.slice(1).map((bottom, row) =>
    columns.slice(1).map((right, column) => {
      const own = { left: columns[column] ?? 0, top: rows[row] ?? 0, right, bottom };
      const cut = {
        left: Math.max(0, own.left - OVERLAP),
        top: Math.max(0, own.top - OVERLAP),
        right: Math.min(width, own.right + OVERLAP),
        bottom: Math.min(height, own.bottom + OVERLAP),
      };
      return { cut, own };
    }),
  );
}

/** @param {number} length @param {number} largest @param {(at: number) => number} count */
function findCuts(length, largest, count) {
  const parts = Math.ceil(length / largest);
  const cuts = [0];
  const shift = Math.floor((length / parts) * MAX_SHIFT);
  for (let part = 1; part < parts; part++) {
    const middle = Math.round((length * part) / parts);
    cuts.push(parts > 1 ? findGap(middle, shift, count) : middle);
  }
  return [...cuts, length];
}

/**
 * Returns the center of the widest gap nearby, or of the line with the fewest edges.
 * @param {number} middle
 * @param {number} shift
 * @param {(at: number) => number} count
 */
function findGap(middle, shift, count) {
  let best = { at: middle, edges: Number.POSITIVE_INFINITY, length: 0 };
  let [start, edges] = [middle - shift, -1];
  for (let at = middle - shift; at <= middle + shift + 1; at++) {
    const here = at > middle + shift ? -1 : count(at);
    if (here === edges) continue;
    const length = at - start;
    if (edges >= 0 && (edges < best.edges || (edges === best.edges && length > best.length)))
      best = { at: start + (length >> 1), edges, length };
    [start, edges] = [at, here];
  }
  return best.at;
}

/** @param {GreyPage} page @param {number} at @param {"row" | "column"} direction */
function countEdges({ data, width, height }, at, direction) {
  const [start, step, length] = direction === "row" ? [at * width, 1, width] : [at, width, height];
  let edges = 0;
  let before = data[start] ?? 0;
  for (let index = 1; index < length; index++) {
    const value = data[start + index * step] ?? 0;
    if (Math.abs(value - before) > MIN_CONTRAST) edges++;
    before = value;
  }
  return edges;
}

/**
 * Returns the part of a long image with the most text, for detecting orientation and language. Returns a page whole.
 * @param {GreyPage} page
 * @returns {Box}
 */
export function chooseExcerpt(page) {
  const { width, height } = page;
  if (Math.max(width, height) <= MAX_PAGE_SIDE) return { left: 0, top: 0, right: width, bottom: height };
  const [w, h] = [Math.min(width, EXCERPT_SIDE), Math.min(height, EXCERPT_SIDE)];
  let best = { left: 0, top: 0, right: w, bottom: h };
  let most = -1;
  for (let top = 0; top + h <= height; top += h)
    for (let left = 0; left + w <= width; left += w) {
      const box = { left, top, right: left + w, bottom: top + h };
      const edges = countEdgesIn(page, box);
      if (edges > most) [best, most] = [box, edges];
    }
  return best;
}

/** Counts edges in every eighth row. @param {GreyPage} page @param {Box} box */
function countEdgesIn({ data, width }, { left, top, right, bottom }) {
  let edges = 0;
  for (let y = top; y < bottom; y += 8)
    for (let x = left + 1; x < right; x++) {
      const at = y * width + x;
      if (Math.abs((data[at] ?? 0) - (data[at - 1] ?? 0)) > MIN_CONTRAST) edges++;
    }
  return edges;
}
