import {
  analyzeFrame,
  COARSE,
  compareFrames,
  correlateFrames,
  DARK,
  getGain,
  type AnalyzedFrame as Measured,
  type SmallFrame,
} from "./frames";
import { isPanned, isScrolled } from "./scrolls";
import { RULES, type Rule, type Sensitivity } from "./sensitivity";
import {
  detectDissolve,
  detectPush,
  detectWipe,
  isMoving,
  measureDistance,
  measureSwappedShare,
} from "./transitions";

/** A scene change at `seconds`. The transition lasts from `from` to `until`. */
export type Cut = { seconds: number; from: number; until: number };

// Minimum seconds between analyzed frames: 40 per second contain as much information as 240.
const STEP = 0.025;
const HALVES = [0.3, 0.5, 0.8];
// Half durations, in seconds, of wipes, pushes and page changes. The image is still before and after them.
const SWAPS = [0.3, 0.45, 0.65, 0.85];
const STANDS = 0.25;
const MAX_EXTENT = 0.85 + STANDS;
const MOVES = 0.5;
const RESTLESS = 0.5;
const SWEEP = 0.25;
const GLARE = 20;
const FLASH = 0.4;
// Slow changes within this many seconds count as one, such as both halves of a fade.
const SAME_FADE = 1;
// Frames with less contrast are empty, such as black between two scenes.
const EMPTY = 3;
const WASHED_OUT = 0.5;
const UNLIKE = 0.5;
export const LOOKAHEAD_SECONDS = MAX_EXTENT + SAME_FADE + 0.1;
const KEPT = MAX_EXTENT + SAME_FADE + 0.3 + LOOKAHEAD_SECONDS;

const STAYS = 0.3;

type ComparedFrame = Measured & {
  change: number;
  slow?: Slow;
  /** Swaps are only searched in every other frame, since they last long enough. */
  isOdd: boolean;
  moves?: boolean;
  hard?: boolean;
};
type Slow = { strength: number; half: number };
const NONE: Slow = { strength: 0, half: 0 };

/**
 * Detects scene changes frame by frame with a window of a few seconds.
 *
 * A hard cut is a large change in hue, saturation and brightness that exceeds those around it by far, as in
 * PySceneDetect's adaptive detector. If the earlier image soon returns, it was a flash. In a slow change, the middle
 * frame resembles the mean of both ends, unlike during motion, and the ends differ in more than brightness.
 */
export class SceneChanges {
  readonly #rule: Rule;
  readonly #seen: ComparedFrame[] = [];
  #next = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(sensitivity: Sensitivity) {
    this.#rule = RULES[sensitivity];
  }

  push(frame: SmallFrame): Cut[] {
    const { seconds } = frame;
    const before = this.#seen.at(-1);
    if (before && seconds - before.seconds < STEP) return [];
    const seen = analyzeFrame(frame);
    this.#seen.push({
      ...seen,
      isOdd: !(before?.isOdd ?? true),
      change: before ? compareFrames(before, seen) : 0,
    });
    const cuts: Cut[] = [];
    while (this.#seen[this.#next] && this.#seen[this.#next]!.seconds < seconds - LOOKAHEAD_SECONDS)
      cuts.push(...this.#look(this.#next++));
    while (this.#seen[0]!.seconds < seconds - KEPT && this.#next > 4) {
      this.#seen.shift();
      this.#next--;
    }
    return cuts;
  }

  end(): Cut[] {
    const cuts: Cut[] = [];
    while (this.#next < this.#seen.length) cuts.push(...this.#look(this.#next++));
    return cuts;
  }

  #look(at: number): Cut[] {
    const isHard = this.#isHard(at);
    const cut = isHard ? this.#hard(at) : this.#slowAt(at);
    if (!cut || cut.seconds - this.#last < this.#rule.shortest || this.#isSameScene(cut, !isHard)) return [];
    this.#last = cut.seconds;
    return [cut];
  }

  #isSameScene({ from, until }: Cut, isSlow: boolean): boolean {
    const after = this.#seen.find(({ seconds }) => seconds >= until - 1e-6);
    const before = after && this.#seen.findLast((one) => one.seconds <= from + 1e-6 && one !== after);
    if (!before || !after) return false;
    if (isScrolled(before, after)) return true;
    return isSlow && (isPanned(before, after) || this.#isRestless(before, after));
  }

  #isRestless(before: ComparedFrame, after: ComparedFrame): boolean {
    const span = Math.min(MAX_EXTENT, after.seconds - before.seconds);
    const earlier = this.#seen.findLast(({ seconds }) => seconds <= before.seconds - span + 1e-6);
    const later = this.#seen.find(({ seconds }) => seconds >= after.seconds + span - 1e-6);
    if (!earlier || !later) return false;
    const most = span < STANDS ? SWEEP : RESTLESS;
    return (
      Math.min(measureDistance(earlier, before), measureDistance(after, later)) >
      most * measureDistance(before, after)
    );
  }

  #hard(at: number): Cut {
    const from = this.#seen[at - 1]!.seconds;
    const until = (this.#glare(at) ?? this.#seen[at]!).seconds;
    // The exact time of a cut inside a flash is invisible.
    const seconds = until > this.#seen[at]!.seconds ? (from + until) / 2 : until;
    return { seconds, from, until };
  }

  #isHard(at: number): boolean {
    const frame = this.#seen[at]!;
    frame.hard ??= this.#jumps(at);
    return frame.hard;
  }

  #jumps(at: number): boolean {
    const { change } = this.#seen[at]!;
    if (at === 0 || change < this.#leastAt(at)) return false;
    const glare = this.#glare(at);
    if (glare) return this.#isOther(this.#seen[at - 1]!, glare);
    if (isDark(this.#seen[at - 1]!, this.#seen[at]!)) return false;
    const [last, next] = [this.#seen[at - 1]!.change, this.#seen[at + 1]?.change ?? 0];
    if (Math.min(last, next) > change * SWEEP) return false;
    const around = this.#seen.slice(Math.max(1, at - 3), at + 4).map((frame) => frame.change);
    if (around.some((other) => other > change)) return false;
    around.splice(around.indexOf(change), 1);
    around.sort((a, b) => a - b);
    // For an even count, takes the larger median, so that a cut spread over two frames isn't counted twice.
    const usual = around[Math.floor(around.length / 2)] ?? 0;
    return change >= this.#rule.ratio * Math.max(1, usual) && !this.#isFlash(at);
  }

  #leastAt(at: number): number {
    const [a, b] = [this.#seen[at - 1]!, this.#seen[at]!];
    const { change } = this.#rule;
    return getGain(a, b) > DARK && correlateFrames(a, b) < UNLIKE ? change / 2 : change;
  }

  #glare(at: number): ComparedFrame | undefined {
    const { seconds, bright } = this.#seen[at]!;
    if (bright < this.#seen[at - 1]!.bright + GLARE) return;
    for (let n = at + 1; this.#seen[n] && this.#seen[n]!.seconds - seconds < FLASH; n++) {
      const behind = this.#seen[n]!;
      const next = this.#seen[n + 1] ?? behind;
      if (behind.bright < bright - GLARE && next.bright > behind.bright - GLARE / 2)
        return isLit(this.#seen[at - 1]!, this.#seen[at]!, behind) ? behind : undefined;
    }
    return;
  }

  #isOther = (before: ComparedFrame, after: ComparedFrame): boolean =>
    compareFrames(before, after) >= this.#rule.change && correlateFrames(before, after) < 0.8;

  #isFlash(at: number): boolean {
    const here = this.#seen[at]!;
    const { seconds, change } = here;
    const before = this.#seen[at - 1]!;
    for (let n = at + 1; this.#seen[n] && this.#seen[n]!.seconds - seconds < FLASH; n++)
      if (isAgain(before, this.#seen[n]!, change)) return true;
    for (let n = at - 2; this.#seen[n] && seconds - this.#seen[n]!.seconds < FLASH; n--)
      if (isAgain(here, this.#seen[n]!, change)) return true;
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
        if (other.spread * other.gain < darkest.spread * darkest.gain) darkest = other;
      }
    const middle = isEmpty(darkest) ? darkest.seconds : seconds;
    const from = Math.min(middle, seconds - here.half);
    const until = Math.max(middle, seconds + here.half);
    // Two nearby hard cuts resemble a slow change between them.
    const hasCut = this.#seen.some((one, n) => one.seconds > from && one.seconds <= until && this.#isHard(n));
    return hasCut ? undefined : { seconds: middle, from, until };
  }

  #slow(at: number): Slow {
    const middle = this.#seen[at]!;
    middle.slow ??= this.#measure(at);
    return middle.slow;
  }

  #measure(at: number): Slow {
    if (this.#rule.slow === undefined) return NONE;
    const swaps = this.#seen[at]!.isOdd ? [] : SWAPS.map((half) => this.#swap(at, half));
    return [this.#dissolve(at), this.#page(at), ...swaps].reduce((a, b) => (b.strength > a.strength ? b : a));
  }

  #dissolve(at: number): Slow {
    const { slow, bend, alike } = this.#rule;
    const middle = this.#seen[at]!;
    let best = NONE;
    for (const half of HALVES) {
      const a = this.#near(at, -half);
      const b = this.#near(at, half);
      if (!a || !b) break;
      let size = 0;
      let off = 0;
      for (let i = 0; i < COARSE; i++) {
        const one = a.coarse[i]!;
        const two = b.coarse[i]!;
        size += Math.abs(one - two);
        off += Math.abs(middle.coarse[i]! - (one + two) / 2);
      }
      const bent = off / Math.max(1, size);
      size *= getGain(a, b) / COARSE;
      const strength = size * (1 - bent / bend);
      if (size < slow! || strength <= best.strength) continue;
      const isFade = isEmpty(a) || isEmpty(b);
      if (!isFade && correlateFrames(a, b) > alike) continue;
      best = { strength, half };
    }
    return best;
  }

  #page(at: number): Slow {
    const [a, b] = [this.#seen[at - 1], this.#seen[at]!];
    const before = a && this.#near(at - 1, -STANDS);
    const after = this.#near(at, STANDS);
    if (!before || !after || b.seconds - a.seconds > 0.15) return NONE;
    const isSudden =
      measureDistance(a, b) >= Math.max(0.3, measureDistance(before, a), measureDistance(b, after));
    const strength = isSudden ? measureSwappedShare(before, a, b, after) : 0;
    return strength > 0 ? { strength: 25 + 100 * strength, half: 0 } : NONE;
  }

  #swap(at: number, half: number): Slow {
    const [before, a] = [this.#near(at, -half - STANDS), this.#near(at, -half)];
    const [b, after] = [this.#near(at, half), this.#near(at, half + STANDS)];
    if (!before || !a || !b || !after || this.#isCutNear(at, half)) return NONE;
    const whole = measureDistance(a, b);
    const rank = (part: number) => 1 - 2 * Math.abs(part - 0.5);
    const isStill = whole >= 0.3 && !this.#moves(a, before) && !this.#moves(after, b);
    const page = isStill ? measureSwappedShare(before, a, b, after, true) : 0;
    // Larger changes are handled by the other rules.
    if (page > 0 && page < 0.5) {
      const part = this.#passes(at, half, (frame) => detectDissolve(a, frame, b));
      if (part !== undefined) return { strength: (20 + 100 * page) * rank(part), half };
    }
    const dip = this.#dip(at, half, a, b);
    if (dip > 0) return { strength: dip, half };
    const isLarge = whole >= (this.#rule.slow ?? 0) / 1.5;
    const most = MOVES * whole;
    if (
      !isLarge ||
      measureDistance(before, a) > most ||
      measureDistance(b, after) > most ||
      correlateFrames(a, b) > 0.8
    )
      return NONE;
    for (const how of [detectWipe, detectPush]) {
      // A long dissolve resembles a wipe in its middle, but is not still at its ends.
      if (
        how === detectWipe &&
        Math.max(measureDistance(before, a), measureDistance(b, after)) > whole * STAYS
      )
        continue;
      const part = this.#passes(at, half, (frame) => how(a, frame, b));
      if (part !== undefined) return { strength: whole * rank(part), half };
    }
    return NONE;
  }

  #moves(frame: ComparedFrame, before: ComparedFrame): boolean {
    frame.moves ??= isMoving(before, frame);
    return frame.moves;
  }

  #isCutNear(at: number, seconds: number): boolean {
    const here = this.#seen[at]!.seconds;
    for (const way of [-1, 1])
      for (let n = at; this.#seen[n] && Math.abs(this.#seen[n]!.seconds - here) < seconds; n += way)
        if (this.#isHard(n)) return true;
    return false;
  }

  #dip(at: number, half: number, a: ComparedFrame, b: ComparedFrame): number {
    const middle = this.#seen[at]!;
    const least = Math.min(a.spread, b.spread);
    if (least < 2 * EMPTY || middle.spread > least * 0.35 || correlateFrames(a, b) > this.#rule.alike)
      return 0;
    // Rejects flashes: next to their middle, frames still have the full contrast of the scene.
    const [last, next] = [this.#seen[at - 1]!, this.#seen[at + 1]!];
    if (last.spread > a.spread * 0.75 || next.spread > b.spread * 0.75) return 0;
    const [early, late] = [this.#near(at, -half / 3), this.#near(at, half / 3)];
    const isContained = (one: ComparedFrame | undefined, whole: ComparedFrame) =>
      one !== undefined && (isEmpty(one) || correlateFrames(one, whole) > 0.7);
    return isContained(early, a) && isContained(late, b) ? 2 * (least - middle.spread) : 0;
  }

  #passes(at: number, half: number, how: (frame: ComparedFrame) => number | undefined): number | undefined {
    const middle = how(this.#seen[at]!);
    if (middle === undefined || middle < 0.15 || middle > 0.85) return;
    const [early, late] = [this.#near(at, -half / 3), this.#near(at, half / 3)];
    const [first, last] = [early && how(early), late && how(late)];
    return first !== undefined && last !== undefined && first <= middle && middle <= last
      ? middle
      : undefined;
  }

  #near(at: number, offset: number): ComparedFrame | undefined {
    const wanted = this.#seen[at]!.seconds + offset;
    const way = Math.sign(offset);
    let n = at;
    while (this.#seen[n] && (this.#seen[n]!.seconds - wanted) * way < -1e-6) n += way;
    const found = this.#seen[n];
    return found && Math.abs(found.seconds - wanted) < 0.15 ? found : undefined;
  }
}

const isAgain = (a: ComparedFrame, b: ComparedFrame, change: number) =>
  compareFrames(a, b) < change / 2 && correlateFrames(a, b) > UNLIKE;
const isLit = (before: ComparedFrame, flash: ComparedFrame, behind: ComparedFrame) =>
  [before, behind].some(
    (other) => flash.spread < other.spread * WASHED_OUT || correlateFrames(flash, other) > UNLIKE,
  );
const isEmpty = ({ spread, gain }: ComparedFrame) => spread * gain < EMPTY;
const isDark = (a: ComparedFrame, b: ComparedFrame) => getGain(a, b) > 1.5 && correlateFrames(a, b) > 0.9;

export function detectCuts(frames: Iterable<SmallFrame>, sensitivity: Sensitivity): Cut[] {
  const finder = new SceneChanges(sensitivity);
  const cuts: Cut[] = [];
  for (const frame of frames) cuts.push(...finder.push(frame));
  return [...cuts, ...finder.end()];
}
