import { ACROSS, type AnalyzedFrame, CELLS, DOWN, getGain, HEIGHT, WIDTH } from "./frames";

// Detects transitions in which one image replaces another: gradually by area (wipe), by motion (push) or by mixing
// (dissolve). Frames in between consist of both images only, unlike in a fast pan or with moving objects.

const CHANGED = 8;
const OWN = 0.3;
const OFF = 0.2;

const far = (a: Float32Array, at: number, b: Float32Array, to: number) =>
  Math.abs(a[at]! - b[to]!) + Math.abs(a[at + 1]! - b[to + 1]!) + Math.abs(a[at + 2]! - b[to + 2]!);

export function measureDistance(a: AnalyzedFrame, b: AnalyzedFrame): number {
  let sum = 0;
  for (let i = 0; i < CELLS * 3; i++) sum += Math.abs(a.cells[i]! - b.cells[i]!);
  return (getGain(a, b) * sum) / (CELLS * 3);
}

/** Returns the progress of a wipe from 0 to 1, or undefined. */
export function detectWipe(a: AnalyzedFrame, between: AnalyzedFrame, b: AnalyzedFrame): number | undefined {
  const least = (3 * CHANGED) / getGain(a, b);
  let [changed, own, over] = [0, 0, 0];
  for (let i = 0; i < CELLS * 3; i += 3) {
    const way = far(a.cells, i, b.cells, i);
    if (way < least) continue;
    changed++;
    const one = far(a.cells, i, between.cells, i);
    const two = far(b.cells, i, between.cells, i);
    if (two < one) over++;
    if (Math.min(one, two) <= OWN * way) own++;
  }
  return changed >= CELLS * 0.6 && own >= changed * 0.78 ? over / changed : undefined;
}

const WAYS = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const; // biome-ignore format: a table

/** Returns the progress of a push, in which the old image moves out or is covered, from 0 to 1, or undefined. */
export function detectPush(a: AnalyzedFrame, between: AnalyzedFrame, b: AnalyzedFrame): number | undefined {
  let best = OFF * measureDistance(a, b);
  let found: number | undefined;
  for (const [dx, dy] of WAYS)
    for (const stays of [false, true]) {
      const most = dx === 0 ? DOWN : ACROSS;
      for (let shift = 1; shift < most; shift++) {
        const off = offBy(a, between, b, { dx, dy, shift, stays, best });
        if (off >= best) continue;
        best = off;
        found = hasSeam(between, dx, dx + dy > 0 ? shift : most - shift, most) ? shift / most : undefined;
      }
    }
  return found;
}

const SEAM = 2.2;

function hasSeam({ cells }: AnalyzedFrame, dx: number, at: number, most: number): boolean {
  const steps = Array.from({ length: most - 1 }, (_, n) => {
    let sum = 0;
    for (let other = 0; other < CELLS / most; other++) {
      const cell = dx === 0 ? n * ACROSS + other : other * ACROSS + n;
      sum += far(cells, cell * 3, cells, (cell + (dx === 0 ? ACROSS : 1)) * 3);
    }
    return sum;
  });
  const seam = Math.max(...steps.slice(Math.max(0, at - 2), at + 1));
  const usual = steps.toSorted((a, b) => a - b)[most >> 1]!;
  return seam >= SEAM * usual;
}

type Push = { dx: number; dy: number; shift: number; stays: boolean; best: number };
function offBy(
  a: AnalyzedFrame,
  between: AnalyzedFrame,
  b: AnalyzedFrame,
  { dx, dy, shift, stays, best }: Push,
): number {
  const gain = getGain(a, b) / (CELLS * 3);
  const enough = best / gain;
  let sum = 0;
  for (let y = 0; y < DOWN && sum < enough; y++)
    for (let x = 0; x < ACROSS; x++) {
      const ox = x - dx * shift;
      const oy = y - dy * shift;
      const isOld = ox >= 0 && ox < ACROSS && oy >= 0 && oy < DOWN;
      const fx = isOld ? (stays ? x : ox) : ox + dx * ACROSS;
      const fy = isOld ? (stays ? y : oy) : oy + dy * DOWN;
      const source = isOld ? a : b;
      sum += far(source.cells, (fy * ACROSS + fx) * 3, between.cells, (y * ACROSS + x) * 3);
    }
  return sum * gain;
}

const PAGE = { least: 0.012, moving: 0.15 };
// Differences in brightness. A pixel is still up to `most`, and has changed above `changed` plus `times` its motion.
const STILL = { most: 12, changed: 20, times: 2.5 };
const FIELDS = { across: 16, down: 9 };
const SLOW = { most: 4, off: 0.15 };

/**
 * Returns the share of a still image that became another still image. Returns 0 if it is less than a line of text, if
 * the image before or after moves, or if only the brightness changed.
 */
export function measureSwappedShare(
  before: AnalyzedFrame,
  a: AnalyzedFrame,
  b: AnalyzedFrame,
  after: AnalyzedFrame,
  isSlow = false,
): number {
  const gain = getGain(a, b);
  const all = WIDTH * HEIGHT;
  const most = isSlow ? SLOW.most : STILL.most;
  const fields = new Uint16Array(FIELDS.across * FIELDS.down);
  const moved = new Uint8Array(fields.length);
  let moving = 0;
  for (let i = 0; i < all && moving <= all * PAGE.moving; i++) {
    const one = a.grey[i]!;
    const two = b.grey[i]!;
    const motion = (Math.abs(before.grey[i]! - one) + Math.abs(after.grey[i]! - two)) * gain;
    const isMoving = motion > most;
    if (!isMoving && Math.abs(one - two) * gain <= STILL.changed + STILL.times * motion) continue;
    const field = Math.floor(i / (WIDTH * 10)) * FIELDS.across + Math.floor((i % WIDTH) / 10);
    if (isMoving) {
      moving++;
      moved[field] = 1;
    } else fields[field]!++;
  }
  if (moving > all * PAGE.moving) return 0;
  const changed = fields.reduce((sum, count, at) => (isSlow && isNear(moved, at) ? sum : sum + count), 0);
  return changed < all * PAGE.least || isLight(a, b) ? 0 : changed / all;
}

export function isMoving(before: AnalyzedFrame, after: AnalyzedFrame): boolean {
  const least = SLOW.most / getGain(before, after);
  const most = WIDTH * HEIGHT * PAGE.moving;
  let moving = 0;
  for (let i = 0; i < WIDTH * HEIGHT && moving <= most; i++)
    if (Math.abs(before.grey[i]! - after.grey[i]!) > least) moving++;
  return moving > most;
}

function isNear(moved: Uint8Array, at: number): boolean {
  const { across, down } = FIELDS;
  const [x, y] = [at % across, Math.floor(at / across)];
  for (let j = Math.max(0, y - 1); j <= Math.min(down - 1, y + 1); j++)
    for (let i = Math.max(0, x - 1); i <= Math.min(across - 1, x + 1); i++)
      if (moved[j * across + i]) return true;
  return false;
}

function isLight(a: AnalyzedFrame, b: AnalyzedFrame): boolean {
  const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [one, two] = [mean(a.grey), mean(b.grey)];
  if (Math.abs(one - two) < 4) return false;
  let [both, own] = [0, 0];
  for (let i = 0; i < a.grey.length; i++) {
    both += (a.grey[i]! - one) * (b.grey[i]! - two);
    own += (a.grey[i]! - one) ** 2;
  }
  const slope = both / Math.max(1, own);
  let changed = 0;
  for (let i = 0; i < a.grey.length; i++)
    if (Math.abs(b.grey[i]! - two - slope * (a.grey[i]! - one)) * getGain(a, b) > STILL.changed) changed++;
  return changed < a.grey.length * PAGE.least;
}

/** Returns the progress of a dissolve from 0 to 1, or undefined if the frame isn't a mix of both images. */
export function detectDissolve(
  a: AnalyzedFrame,
  between: AnalyzedFrame,
  b: AnalyzedFrame,
): number | undefined {
  let [way, part] = [0, 0];
  for (let i = 0; i < a.grey.length; i++) {
    const whole = b.grey[i]! - a.grey[i]!;
    if (Math.abs(whole) < STILL.changed) continue;
    way += whole * whole;
    part += (between.grey[i]! - a.grey[i]!) * whole;
  }
  const share = Math.min(1, Math.max(0, part / Math.max(1, way)));
  let size = 0;
  let off = 0;
  let changed = 0;
  let strays = 0;
  for (let i = 0; i < a.grey.length; i++) {
    const one = a.grey[i]!;
    const two = b.grey[i]!;
    const here = between.grey[i]!;
    const blend = Math.abs(one + share * (two - one) - here);
    off += Math.min(Math.abs(one - here), Math.abs(two - here), blend);
    size += Math.abs(two - one);
    if (Math.abs(two - one) > STILL.most) changed++;
    else if (Math.abs(here - one) > STILL.most && Math.abs(here - two) > STILL.most) strays++;
  }
  return off <= SLOW.off * size && strays <= SLOW.off * changed ? share : undefined;
}
