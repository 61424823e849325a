export type SmallFrame = { seconds: number; rgb: Uint8Array };

export const [WIDTH, HEIGHT] = [160, 90] as const;
const [HALF_WIDTH, HALF_HEIGHT] = [80, 45] as const;
const PIXELS = HALF_WIDTH * HALF_HEIGHT;
export const [ACROSS, DOWN] = [32, 18] as const;
export const CELLS = ACROSS * DOWN;
export const COARSE = 16 * 9 * 3;
// Usual brightness of highlights, maximum gain for dark frames, and level of black.
const LIGHT = { usual: 110, most: 5, least: 6 };
export const DARK = 1.5;

export type AnalyzedFrame = {
  seconds: number;
  grey: Uint8Array;
  hsv: Uint8Array;
  cells: Float32Array;
  coarse: Float32Array;
  shape: Float32Array;
  spread: number;
  bright: number;
  /** Factor that raises the frame to usual brightness, above 1 for dark frames. */
  gain: number;
};

export function analyzeFrame({ seconds, rgb }: SmallFrame): AnalyzedFrame {
  const grey = new Uint8Array(WIDTH * HEIGHT);
  for (let i = 0, at = 0; i < grey.length; i++, at += 3)
    grey[i] = (77 * rgb[at]! + 150 * rgb[at + 1]! + 29 * rgb[at + 2]!) >> 8;
  const cells = toCells(rgb);
  const coarse = toCoarse(cells);
  const shape = toShape(coarse);
  const { bright, gain } = measureLight(grey);
  const spread = Math.sqrt(shape.reduce((sum, value) => sum + value ** 2, 0) / COARSE);
  return { seconds, grey, hsv: toHsv(rgb), cells, coarse, shape, spread, bright, gain };
}

function measureLight(grey: Uint8Array) {
  const counts = new Uint32Array(256);
  let sum = 0;
  for (let i = 0; i < grey.length; i++) {
    counts[grey[i]!]!++;
    sum += grey[i]!;
  }
  let [level, left] = [255, grey.length * 0.05];
  while (level > 0 && left > counts[level]!) left -= counts[level--]!;
  const gain = level < LIGHT.least ? 1 : Math.min(LIGHT.most, Math.max(1, LIGHT.usual / level));
  return { bright: sum / grey.length, gain };
}

// Converts to hue (0 to 179), saturation and brightness (0 to 255), averaging four pixels.
function toHsv(rgb: Uint8Array): Uint8Array {
  const hsv = new Uint8Array(PIXELS * 3);
  for (let y = 0, i = 0; y < HALF_HEIGHT; y++)
    for (let x = 0; x < HALF_WIDTH; x++, i += 3) {
      const a = (y * 2 * WIDTH + x * 2) * 3;
      const b = a + WIDTH * 3;
      const red = (rgb[a]! + rgb[a + 3]! + rgb[b]! + rgb[b + 3]!) >> 2;
      const green = (rgb[a + 1]! + rgb[a + 4]! + rgb[b + 1]! + rgb[b + 4]!) >> 2;
      const blue = (rgb[a + 2]! + rgb[a + 5]! + rgb[b + 2]! + rgb[b + 5]!) >> 2;
      const most = Math.max(red, green, blue);
      const range = most - Math.min(red, green, blue);
      let hue = 0;
      if (range > 0) {
        if (most === red) hue = ((green - blue) / range + 6) % 6;
        else if (most === green) hue = (blue - red) / range + 2;
        else hue = (red - green) / range + 4;
      }
      hsv[i] = Math.min(179, Math.round(hue * 30));
      hsv[i + 1] = most > 0 ? (255 * range) / most : 0;
      hsv[i + 2] = most;
    }
  return hsv;
}

/**
 * Returns the mean difference in hue, saturation and brightness from 0 to 255. Ignores the hue of gray pixels and
 * most of the color of dark pixels. Two dark frames are compared at usual brightness.
 */
export function compareFrames(one: AnalyzedFrame, two: AnalyzedFrame): number {
  // Pixels of dark frames are mostly noise, which averages out in cells.
  if (getGain(one, two) > DARK) return cellDifference(one, two);
  const [a, b] = [one.hsv, two.hsv];
  let sum = 0;
  for (let i = 0; i < PIXELS * 3; i += 3) {
    const turn = Math.abs(a[i]! - b[i]!);
    const bright = Math.min(a[i + 2]!, b[i + 2]!);
    const coloured = (Math.min(a[i + 1]!, b[i + 1]!) * Math.min(1, bright / 64)) / 255;
    sum += Math.min(turn, 180 - turn) * 2 * Math.min(1, coloured * 2);
    sum += Math.abs(a[i + 1]! - b[i + 1]!) * Math.min(1, bright / 64);
    sum += Math.abs(a[i + 2]! - b[i + 2]!);
  }
  return (getGain(one, two) * sum) / (PIXELS * 3);
}

function cellDifference(one: AnalyzedFrame, two: AnalyzedFrame): number {
  let sum = 0;
  for (let i = 0; i < CELLS * 3; i++) sum += Math.abs(one.cells[i]! - two.cells[i]!);
  return (getGain(one, two) * sum) / (CELLS * 3);
}

export const getGain = (a: AnalyzedFrame, b: AnalyzedFrame): number => Math.min(a.gain, b.gain);

function toCells(rgb: Uint8Array): Float32Array {
  const cells = new Float32Array(CELLS * 3);
  for (let y = 0, from = 0; y < HEIGHT; y++) {
    const row = Math.floor(y / 5) * ACROSS;
    for (let x = 0; x < WIDTH; x++, from += 3) {
      const to = (row + Math.floor(x / 5)) * 3;
      cells[to]! += rgb[from]! / 25;
      cells[to + 1]! += rgb[from + 1]! / 25;
      cells[to + 2]! += rgb[from + 2]! / 25;
    }
  }
  return cells;
}

function toCoarse(cells: Float32Array): Float32Array {
  const coarse = new Float32Array(COARSE);
  for (let y = 0; y < DOWN; y++)
    for (let x = 0; x < ACROSS; x++) {
      const to = ((y >> 1) * 16 + (x >> 1)) * 3;
      for (let c = 0; c < 3; c++) coarse[to + c]! += cells[(y * ACROSS + x) * 3 + c]! / 4;
    }
  return coarse;
}

function toShape(coarse: Float32Array): Float32Array {
  const means = [0, 0, 0];
  for (let i = 0; i < COARSE; i++) means[i % 3]! += (coarse[i]! * 3) / COARSE;
  return coarse.map((value, i) => value - means[i % 3]!);
}

/** Returns the correlation of two frames: 1 if they differ only in brightness. */
export function correlateFrames(a: AnalyzedFrame, b: AnalyzedFrame): number {
  let sum = 0;
  for (let i = 0; i < COARSE; i++) sum += a.shape[i]! * b.shape[i]!;
  return sum / COARSE / Math.max(1e-6, a.spread * b.spread);
}
