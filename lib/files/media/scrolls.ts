import { ACROSS, type AnalyzedFrame, DOWN, HEIGHT, WIDTH } from "./frames";

// Detects scrolling: part of the image moves up or down. Searches for the shift with the highest correlation, like
// block matching in video coding.

const CHANGED = 10;
// Distance in pixels of compared pixels. Large differences are edges of letters, which clouds and walls lack.
const COLUMN = 2;
const MIN_SHARED = 0.1;
const MIN_ROWS = 8;
const MIN_LIKENESS = 0.5;
const MIN_GAIN = 0.25;

type Area = { top: number; bottom: number; left: number; right: number };

export function isScrolled(a: AnalyzedFrame, b: AnalyzedFrame): boolean {
  const area = findChanges(a.grey, b.grey);
  const height = area.bottom - area.top;
  const least = Math.max(MIN_ROWS, height * MIN_SHARED);
  if (height < 2 * MIN_ROWS) return false;
  const [before, after] = [toRows(a.grey, area), toRows(b.grey, area)];
  const still = correlate(before, after, 0);
  for (let shift = 1; height - shift / 2 >= least; shift++)
    for (const way of [shift / 2, -shift / 2]) {
      const likeness = correlate(before, after, way);
      if (likeness >= MIN_LIKENESS && likeness >= still + MIN_GAIN) return true;
    }
  return false;
}

const MAX_PAN = { across: 12, down: 7 };
const MIN_PAN_LIKENESS = 0.85;
const MIN_PAN_GAIN = 0.15;

export function isPanned(a: AnalyzedFrame, b: AnalyzedFrame): boolean {
  const [before, after] = [toBrightness(a), toBrightness(b)];
  const still = correlateCells(before, after, 0, 0);
  for (let down = -MAX_PAN.down; down <= MAX_PAN.down; down++)
    for (let across = -MAX_PAN.across; across <= MAX_PAN.across; across++) {
      const likeness = correlateCells(before, after, across, down);
      if (likeness >= MIN_PAN_LIKENESS && likeness >= still + MIN_PAN_GAIN) return true;
    }
  return false;
}

const toBrightness = ({ cells }: AnalyzedFrame) =>
  Float32Array.from(
    { length: ACROSS * DOWN },
    (_, at) => (77 * cells[at * 3]! + 150 * cells[at * 3 + 1]! + 29 * cells[at * 3 + 2]!) / 256,
  );

function correlateCells(a: Float32Array, b: Float32Array, across: number, down: number): number {
  const sums = new Correlation();
  for (let y = Math.max(0, -down); y < DOWN && y + down < DOWN; y++)
    for (let x = Math.max(0, -across); x < ACROSS && x + across < ACROSS; x++)
      sums.add(a[(y + down) * ACROSS + x + across]!, b[y * ACROSS + x]!);
  return sums.value();
}

function findChanges(a: Uint8Array, b: Uint8Array): Area {
  const area: Area = { top: HEIGHT, bottom: 0, left: WIDTH, right: 0 };
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      if (Math.abs(a[y * WIDTH + x]! - b[y * WIDTH + x]!) < CHANGED) continue;
      area.top = Math.min(area.top, y);
      area.bottom = Math.max(area.bottom, y + 1);
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x + 1);
    }
  return area;
}

function toRows(grey: Uint8Array, { top, bottom, left, right }: Area): Float32Array[] {
  const columns = Math.floor((right - left) / COLUMN);
  return Array.from({ length: Math.max(0, bottom - top) }, (_, row) =>
    Float32Array.from({ length: columns }, (__, column) => {
      const at = (top + row) * WIDTH + left + column * COLUMN;
      return grey[at + 1]! - grey[at]!;
    }),
  );
}

function correlate(a: Float32Array[], b: Float32Array[], shift: number): number {
  const [whole, half] = [Math.floor(shift), shift % 1 !== 0];
  const sums = new Correlation();
  const last = a.length - (half ? 1 : 0);
  for (let y = Math.max(0, -whole); y < b.length && y + whole < last; y++) {
    const [one, next, two] = [a[y + whole]!, half ? a[y + whole + 1]! : a[y + whole]!, b[y]!];
    for (let x = 0; x < two.length; x++) sums.add((one[x]! + next[x]!) / 2, two[x]!);
  }
  return sums.value();
}

const MIN_VARIANCE = 4;

class Correlation {
  #a = 0;
  #b = 0;
  #aa = 0;
  #bb = 0;
  #ab = 0;
  #count = 0;

  add(a: number, b: number) {
    this.#a += a;
    this.#b += b;
    this.#aa += a * a;
    this.#bb += b * b;
    this.#ab += a * b;
    this.#count++;
  }

  value(): number {
    const count = Math.max(1, this.#count);
    const [a, b] = [this.#aa - this.#a ** 2 / count, this.#bb - this.#b ** 2 / count];
    if (Math.min(a, b) < count * MIN_VARIANCE) return 0;
    return (this.#ab - (this.#a * this.#b) / count) / Math.sqrt(a * b);
  }
}
