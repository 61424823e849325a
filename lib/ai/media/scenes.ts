/** A moment of a video as 64 x 36 pixels of three bytes: red, green, blue. */
export type Small = { seconds: number; rgb: Uint8Array };
/** Where one scene becomes another: at `seconds`; the old one is pure until `from`, the new one since `until`. */
export type Cut = { seconds: number; from: number; until: number };
export type Sensitivity = "low" | "medium" | "high";

const PIXELS = 64 * 36;
/** The same in 16 x 9 means: what slow changes are looked for in. */
const COARSE = 16 * 9 * 3;
/** Frames nearer than this are passed over: 40 a second say as much as 240. */
const STEP = 0.025;
/** Half windows in which one picture turns into another, in seconds. */
const HALVES = [0.3, 0.5, 0.8];
const WIDEST = 0.8;
/** What lasts no longer is a flash: a lamp, a thing that passes close by. */
const FLASH = 0.3;
/** Two slow changes as near as this are one: the halves of a fade. */
const SAME_FADE = 1;
/** Pictures of less contrast show nothing: the black between two scenes. */
const EMPTY = 4;
/** What has to be known of the frames after one, in seconds. */
export const AHEAD = WIDEST + SAME_FADE + 0.1;
const KEPT = 2 * WIDEST + SAME_FADE + AHEAD;

type Rule = {
  /** How often the change of a cut is that of the frames around it. */
  ratio: number;
  /** How large it is at least, from 0 to 255. */
  change: number;
  /** How large a slow change is at least; none are looked for without. */
  slow: number | undefined;
  /** How much the halves of a slow change may be unlike its ends' mean, as part of the change. */
  bend: number;
  /** How like each other (as a correlation) two scenes may be. */
  alike: number;
  /** Scenes are at least as long, in seconds. */
  shortest: number;
};
export const RULES: Record<Sensitivity, Rule> = {
  low: { ratio: 4, change: 25, slow: 32, bend: 0.13, alike: 0.3, shortest: 1 },
  medium: { ratio: 3, change: 12, slow: 18, bend: 0.12, alike: 0.6, shortest: 0.6 },
  high: { ratio: 2.5, change: 9, slow: 13, bend: 0.2, alike: 0.7, shortest: 0.3 },
};

type Seen = Small & {
  hsv: Uint8Array;
  coarse: Float32Array;
  shape: Float32Array;
  spread: number;
  change: number;
  slow?: Slow;
  hard?: boolean;
};
type Slow = { strength: number; half: number };

/**
 * Finds where the scenes of a video change, frame by frame, with the memory of
 * a few seconds.
 *
 * A hard cut is a change of hue, saturation and brightness that is large, and
 * much larger than those around it, as PySceneDetect's adaptive detector finds
 * it; and what comes after it must not soon look again as before, which is a
 * flash. In a slow change, the middle looks like the mean of both ends, as in
 * no other movement, and the ends are not the same picture in another light.
 */
export class SceneChanges {
  readonly #rule: Rule;
  readonly #seen: Seen[] = [];
  #next = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(sensitivity: Sensitivity) {
    this.#rule = RULES[sensitivity];
  }

  /** Takes the next frame, and answers the changes that are certain by now; they come rising. */
  push({ seconds, rgb }: Small): Cut[] {
    const before = this.#seen.at(-1);
    if (before && seconds - before.seconds < STEP) return [];
    const hsv = hsvOf(rgb);
    const coarse = coarseOf(rgb);
    const change = before ? differenceOf(before.hsv, hsv) : 0;
    const shape = shapeOf(coarse);
    this.#seen.push({ seconds, rgb, hsv, coarse, shape, spread: spreadOf(shape), change });
    const cuts: Cut[] = [];
    while (this.#seen[this.#next] && this.#seen[this.#next]!.seconds < seconds - AHEAD)
      cuts.push(...this.#look(this.#next++));
    while (this.#seen[0]!.seconds < seconds - KEPT && this.#next > 4) {
      this.#seen.shift();
      this.#next--;
    }
    return cuts;
  }

  /** The changes in what is left when the video has ended. */
  end(): Cut[] {
    const cuts: Cut[] = [];
    while (this.#next < this.#seen.length) cuts.push(...this.#look(this.#next++));
    return cuts;
  }

  #look(at: number): Cut[] {
    const cut = this.#isHard(at) ? this.#hard(at) : this.#slowAt(at);
    if (!cut || cut.seconds - this.#last < this.#rule.shortest) return [];
    this.#last = cut.seconds;
    return [cut];
  }

  #hard(at: number): Cut {
    const { seconds } = this.#seen[at]!;
    return { seconds, from: this.#seen[at - 1]!.seconds, until: seconds };
  }

  #isHard(at: number): boolean {
    const frame = this.#seen[at]!;
    frame.hard ??= this.#jumps(at);
    return frame.hard;
  }

  #jumps(at: number): boolean {
    const { change } = this.#seen[at]!;
    if (at === 0 || change < this.#rule.change) return false;
    const around = this.#seen.slice(Math.max(1, at - 3), at + 4).map((frame) => frame.change);
    if (around.some((other) => other > change)) return false;
    around.splice(around.indexOf(change), 1);
    around.sort((a, b) => a - b);
    // Of an even number the larger middle, so that a cut over two frames is none twice.
    const usual = around[Math.floor(around.length / 2)] ?? 0;
    return change >= this.#rule.ratio * Math.max(1, usual) && !this.#isFlash(at);
  }

  /** Does a frame soon after look like the one before, or the one after like one soon before? */
  #isFlash(at: number): boolean {
    const { seconds, change, hsv } = this.#seen[at]!;
    const before = this.#seen[at - 1]!;
    for (let n = at + 1; this.#seen[n] && this.#seen[n]!.seconds - seconds < FLASH; n++)
      if (differenceOf(before.hsv, this.#seen[n]!.hsv) < change / 2) return true;
    for (let n = at - 2; this.#seen[n] && seconds - this.#seen[n]!.seconds < FLASH; n--)
      if (differenceOf(hsv, this.#seen[n]!.hsv) < change / 2) return true;
    return false;
  }

  #slowAt(at: number): Cut | undefined {
    const here = this.#slow(at);
    if (here.strength <= 0) return;
    const { seconds } = this.#seen[at]!;
    let darkest = this.#seen[at]!;
    for (const way of [-1, 1])
      for (
        let n = at + way;
        this.#seen[n] && Math.abs(seconds - this.#seen[n]!.seconds) <= SAME_FADE;
        n += way
      ) {
        const other = this.#seen[n]!;
        const { strength } = this.#slow(n);
        if (strength > here.strength || (strength === here.strength && way < 0)) return;
        if (Math.abs(seconds - other.seconds) < here.half && this.#isHard(n)) return;
        if (other.spread < darkest.spread) darkest = other;
      }
    const middle = darkest.spread < EMPTY ? darkest.seconds : seconds;
    return {
      seconds: middle,
      from: Math.min(middle, seconds - here.half),
      until: Math.max(middle, seconds + here.half),
    };
  }

  /** How much a frame is the middle of a slow change. */
  #slow(at: number): Slow {
    const middle = this.#seen[at]!;
    middle.slow ??= this.#measure(at);
    return middle.slow;
  }

  #measure(at: number): Slow {
    const { slow, bend, alike } = this.#rule;
    const middle = this.#seen[at]!;
    let best: Slow = { strength: 0, half: 0 };
    if (slow === undefined) return best;
    for (const half of HALVES) {
      const a = this.#near(at, -half);
      const b = this.#near(at, half);
      if (!a || !b) break;
      let [size, off] = [0, 0];
      for (let i = 0; i < COARSE; i++) {
        const [one, two] = [a.coarse[i]!, b.coarse[i]!];
        size += Math.abs(one - two);
        off += Math.abs(middle.coarse[i]! - (one + two) / 2);
      }
      const bent = off / Math.max(1, size);
      size /= COARSE;
      const strength = size * (1 - bent / bend);
      if (size < slow || strength <= best.strength) continue;
      const isFade = Math.min(a.spread, b.spread) < EMPTY;
      if (!isFade && likenessOf(a, b) > alike) continue;
      best = { strength, half };
    }
    return best;
  }

  /** The frame that is nearest to so many seconds from another; none when the video does not reach so far. */
  #near(at: number, offset: number): Seen | undefined {
    const wanted = this.#seen[at]!.seconds + offset;
    const way = Math.sign(offset);
    let n = at;
    while (this.#seen[n] && (this.#seen[n]!.seconds - wanted) * way < -1e-6) n += way;
    const found = this.#seen[n];
    return found && Math.abs(found.seconds - wanted) < 0.15 ? found : undefined;
  }
}

/** All changes of a video at once. */
export function changesIn(frames: Iterable<Small>, sensitivity: Sensitivity): Cut[] {
  const finder = new SceneChanges(sensitivity);
  const cuts: Cut[] = [];
  for (const frame of frames) cuts.push(...finder.push(frame));
  return [...cuts, ...finder.end()];
}

/** Hue in 0 to 179, saturation and brightness in 0 to 255, three bytes a pixel. */
function hsvOf(rgb: Uint8Array): Uint8Array {
  const hsv = new Uint8Array(PIXELS * 3);
  for (let i = 0; i < PIXELS * 3; i += 3) {
    const [r, g, b] = [rgb[i]!, rgb[i + 1]!, rgb[i + 2]!];
    const most = Math.max(r, g, b);
    const range = most - Math.min(r, g, b);
    let hue = 0;
    if (range > 0) {
      if (most === r) hue = ((g - b) / range + 6) % 6;
      else if (most === g) hue = (b - r) / range + 2;
      else hue = (r - g) / range + 4;
    }
    hsv[i] = Math.min(179, Math.round(hue * 30));
    hsv[i + 1] = most > 0 ? (255 * range) / most : 0;
    hsv[i + 2] = most;
  }
  return hsv;
}

/** From 0 to 255: the mean difference of hue, saturation and brightness. What has no colour has no hue, what is dark little of both. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < PIXELS * 3; i += 3) {
    const turn = Math.abs(a[i]! - b[i]!);
    const bright = Math.min(a[i + 2]!, b[i + 2]!);
    const coloured = (Math.min(a[i + 1]!, b[i + 1]!) * Math.min(1, bright / 64)) / 255;
    sum += Math.min(turn, 180 - turn) * 2 * Math.min(1, coloured * 2);
    sum += Math.abs(a[i + 1]! - b[i + 1]!) * Math.min(1, bright / 64);
    sum += Math.abs(a[i + 2]! - b[i + 2]!);
  }
  return sum / (PIXELS * 3);
}

function coarseOf(rgb: Uint8Array): Float32Array {
  const coarse = new Float32Array(COARSE);
  for (let y = 0; y < 36; y++)
    for (let x = 0; x < 64; x++) {
      const from = (y * 64 + x) * 3;
      const to = ((y >> 2) * 16 + (x >> 2)) * 3;
      for (let c = 0; c < 3; c++) coarse[to + c]! += rgb[from + c]! / 16;
    }
  return coarse;
}

/** Takes from each colour its mean, so that what is left is what is where. */
function shapeOf(coarse: Float32Array): Float32Array {
  const means = [0, 0, 0];
  for (let i = 0; i < COARSE; i++) means[i % 3]! += (coarse[i]! * 3) / COARSE;
  return coarse.map((value, i) => value - means[i % 3]!);
}
/** The standard deviation of what is where. */
const spreadOf = (shape: Float32Array) =>
  Math.sqrt(shape.reduce((sum, value) => sum + value ** 2, 0) / COARSE);
/** The correlation of two pictures: 1 when they are the same but for the light. */
function likenessOf(a: Seen, b: Seen): number {
  let sum = 0;
  for (let i = 0; i < COARSE; i++) sum += a.shape[i]! * b.shape[i]!;
  return sum / COARSE / Math.max(1e-6, a.spread * b.spread);
}
