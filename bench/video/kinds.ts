// Synthetic clips of common kinds with their own difficulties: slides that differ only in text, wipes, pushes,
// flashes, low light, whip pans, fades, hard cuts, screencasts, and photographs. Generated from a seed.
import { type Clip, createRandom, drawShot, generateShot, type Shot, type Transition } from "./clips";
import { between, generateScreencast, generateSlides, type Picture, type Scene, SIZE } from "./pages";

export const KINDS = [
  ...["slides", "wipes", "pushes", "flashes", "low light", "whip pans", "fades", "cuts", "screen", "photos"],
] as const;
export type Kind = (typeof KINDS)[number];

/** Blends two scenes; `part` is the progress from 0 to 1. */
type Mix = (part: number, before: Picture, after: Picture, into: Picture) => void;
type Join = { kind: Transition["kind"]; takes: number; mix: Mix };

const cut: Join = { kind: "cut", takes: 0, mix: () => {} };

/** Returns a wipe; `edge` is the progress, from 0 to 1, at which a pixel switches to the next scene. */
const wipe =
  (edge: (x: number, y: number) => number, soft: number): Mix =>
  (part, before, after, into) => {
    const { width, height } = SIZE;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const over = (part * (1 + soft) - edge(x / width, y / height)) / Math.max(1e-6, soft);
        const share = Math.min(1, Math.max(0, over));
        const at = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) into[at + c] = before[at + c]! * (1 - share) + after[at + c]! * share;
      }
  };
const EDGES = [
  (x: number) => x,
  (x: number) => 1 - x,
  (_: number, y: number) => y,
  (x: number, y: number) => (x + y) / 2,
  (x: number, y: number) => Math.min(1, Math.hypot(x - 0.5, y - 0.5) / 0.71),
  (x: number, y: number) => (Math.atan2(y - 0.5, x - 0.5) + Math.PI) / (2 * Math.PI),
];

/** Returns a push: the next scene moves the previous one out or, if that one `stays`, covers it. */
const push =
  (dx: number, dy: number, stays: boolean): Mix =>
  (part, before, after, into) => {
    const { width, height } = SIZE;
    const moved = part * part * (3 - 2 * part);
    const [sx, sy] = [Math.round(dx * moved * width), Math.round(dy * moved * height)];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [ox, oy] = [x - sx, y - sy];
        const isOld = ox >= 0 && ox < width && oy >= 0 && oy < height;
        const [nx, ny] = [ox + dx * width, oy + dy * height];
        const from = isOld ? ((stays ? y : oy) * width + (stays ? x : ox)) * 3 : (ny * width + nx) * 3;
        const source = isOld ? before : after;
        const at = (y * width + x) * 3;
        for (let c = 0; c < 3; c++) into[at + c] = source[from + c]!;
      }
  };
const dissolve: Mix = (part, before, after, into) => {
  for (let i = 0; i < into.length; i++) into[i] = before[i]! * (1 - part) + after[i]! * part;
};
const fadeThrough =
  (colour: number): Mix =>
  (part, before, after, into) => {
    const light = Math.abs(part - 0.5) * 2;
    const source = part < 0.5 ? before : after;
    for (let i = 0; i < into.length; i++) into[i] = source[i]! * light + colour * (1 - light);
  };

function pickJoin(kind: Kind, random: () => number): Join {
  const takes = between(random, 0.5, 1.4);
  const roll = random();
  if (kind === "wipes") {
    const edge = EDGES[Math.floor(roll * EDGES.length)]!;
    return { kind: "wipe", takes, mix: wipe(edge, random() < 0.5 ? 0.02 : 0.2) };
  }
  if (kind === "pushes") {
    const [dx, dy] = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ][Math.floor(roll * 4)]!; // prettier-ignore
    return { kind: "push", takes: Math.min(takes, 1.1), mix: push(dx!, dy!, random() < 0.25) };
  }
  if (kind === "fades" || (kind === "low light" && roll < 0.2) || (kind === "photos" && roll < 0.4))
    return random() < 0.5 || kind !== "fades"
      ? { kind: "dissolve", takes, mix: dissolve }
      : { kind: "fade", takes, mix: fadeThrough(random() < 0.7 ? 0 : 255) };
  if (kind === "slides" && roll < 0.3) return { kind: "dissolve", takes: 0.5, mix: dissolve };
  return cut;
}

/**
 * Returns a camera shot.
 * @param light brightness from 0 to 1
 */
function filmed(random: () => number, length: number, light: number, change: Partial<Shot> = {}): Scene {
  const shot = { ...generateShot(random), ...(light < 1 && { grain: between(random, 4, 14) }), ...change };
  return {
    length,
    draw: (seconds, into) => {
      drawShot(shot, seconds, length, SIZE, into);
      if (light < 1) for (let i = 0; i < into.length; i++) into[i] = into[i]! * light + 4;
      grained(into, shot.grain, seconds);
    },
  };
}

function grained(into: Picture, grain: number, seconds: number) {
  if (grain === 0) return;
  const speck = createRandom(Math.round(seconds * 1000) + 7);
  for (let i = 0; i < into.length; i += 3) {
    const offset = (speck() - 0.5) * grain;
    for (let c = 0; c < 3; c++) into[i + c]! += offset;
  }
}

/** Pans within 0.25 to 0.6 seconds with motion blur, then stops. */
function whipped(random: () => number, length: number): Scene {
  const shot = { ...generateShot(random), pan: [0, 0], zoom: 0, things: [] };
  const [begins, takes] = [between(random, 0.9, length - 1.5), between(random, 0.25, 0.6)];
  const far = between(random, 0.25, 0.9) * (random() < 0.5 ? 1 : -1);
  const turned = (seconds: number) => {
    const part = Math.min(1, Math.max(0, (seconds - begins) / takes));
    return far * part * part * (3 - 2 * part);
  };
  const one = new Float32Array(SIZE.width * SIZE.height * 3);
  return {
    length,
    draw: (seconds, into) => {
      const [from, to] = [turned(seconds - 0.02), turned(seconds + 0.02)];
      const steps = Math.max(1, Math.min(12, Math.ceil(Math.abs(to - from) * 150)));
      into.fill(0);
      for (let n = 0; n < steps; n++) {
        const left = steps === 1 ? turned(seconds) : from + ((to - from) * n) / (steps - 1);
        drawShot(shot, seconds, length, SIZE, one, left);
        for (let i = 0; i < into.length; i++) into[i]! += one[i]! / steps;
      }
      grained(into, shot.grain, seconds);
    },
  };
}

function generateScenes(kind: Kind, random: () => number, lengths: number[]): Scene[] {
  if (kind === "slides") return generateSlides(random, lengths);
  if (kind === "screen") return generateScreencast(random, lengths);
  return lengths.map((length) => {
    if (kind === "whip pans" && random() < 0.6) return whipped(random, length);
    if (kind === "low light") return filmed(random, length, between(random, 0.07, 0.2));
    if (kind === "photos") {
      const zoom = between(random, -0.1, 0.1);
      return filmed(random, length, 1, {
        things: [],
        pan: [zoom / 3, 0],
        zoom,
        dim: 0,
        grain: random() * 14,
      });
    }
    return filmed(random, length, 1);
  });
}

/** Generates a clip of about a dozen scenes, 320 x 180 at 25 frames per second. */
export function clipOfKind(kind: Kind, seed: number, count = 12): Clip {
  const random = createRandom(seed * 7919 + KINDS.indexOf(kind) * 104_729);
  const joins = Array.from({ length: count - 1 }, () => pickJoin(kind, random));
  const lengths = Array.from(
    { length: count },
    (_, n) => between(random, 2, 4.5) + ((joins[n - 1]?.takes ?? 0) + (joins[n]?.takes ?? 0)) / 2,
  );
  const scenes = generateScenes(kind, random, lengths);
  const ends = lengths.map((_, n) => lengths.slice(0, n + 1).reduce((a, b) => a + b, 0));
  const transitions = joins.map(({ kind, takes }, n) => {
    const seconds = ends[n]!;
    return { kind, seconds, from: seconds - takes / 2, until: seconds + takes / 2 };
  });
  const flashes =
    kind !== "flashes"
      ? []
      : ends.flatMap((end, n) => {
          const inside =
            random() < 0.6 ? [{ at: end - lengths[n]! / 2, takes: between(random, 0.08, 0.25) }] : [];
          // Some flashes overlap a camera change, as at press conferences.
          const over = random() < 0.5 && n < count - 1 ? between(random, 0.1, 0.3) : 0;
          return over > 0 ? [...inside, { at: end - over / 2, takes: over }] : inside;
        }); // prettier-ignore
  const [one, two, mixed] = [0, 0, 0].map(() => new Float32Array(SIZE.width * SIZE.height * 3));
  const draw = (seconds: number, into: Uint8Array) => {
    const near = transitions.findIndex(({ from, until }) => seconds >= from && seconds < until);
    const n =
      near >= 0
        ? near
        : Math.max(
            0,
            ends.findIndex((end) => seconds < end - 1e-6),
          );
    const scene = (which: number, to: Picture) => scenes[which]!.draw(seconds - (ends[which - 1] ?? 0), to);
    scene(n, one!);
    let shown = one!;
    if (near >= 0) {
      const { from, until } = transitions[near]!;
      scene(near + 1, two!);
      joins[near]!.mix((seconds - from) / (until - from), one!, two!, mixed!);
      shown = mixed!;
    }
    const flash = flashes.find(({ at, takes }) => seconds >= at && seconds < at + takes);
    const glare = flash ? 170 * (1 - Math.abs((seconds - flash.at) / flash.takes - 0.4)) : 0;
    for (let i = 0; i < into.length; i++) into[i] = Math.min(255, Math.max(0, shown[i]! + glare));
  };
  return { seconds: ends.at(-1)!, fps: 25, size: SIZE, transitions, shots: lengths.map((_, n) => n), draw };
}
