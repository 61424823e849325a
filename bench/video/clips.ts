// Synthetic clips with known scenes, generated from a seed: shots of colored clouds with moving objects, pans, zooms,
// shaking and grain. Transitions are hard cuts, dissolves and fades; flashes, dimming lights and passing objects are
// distractors.

export type Transition = {
  kind: "cut" | "dissolve" | "fade" | "wipe" | "push";
  seconds: number;
  from: number;
  until: number;
};
export type Clip = {
  seconds: number;
  fps: number;
  size: Size;
  transitions: Transition[];
  shots: number[];
  draw: (seconds: number, into: Uint8Array) => void;
};
export type Size = { width: number; height: number };
type Mix = "cuts" | "mixed";

/** Returns a deterministic generator of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const TEXTURE = 256;
type Thing = { x: number; y: number; dx: number; dy: number; rx: number; ry: number; colour: number[] };
export type Shot = {
  texture: Float32Array;
  things: Thing[];
  pan: number[];
  zoom: number;
  shake: number;
  grain: number;
  dim: number;
  phase: number;
};

/** Renders clouds of three colors: noise of several octaves as in photographs, with a wall or horizon. */
function renderTexture(random: () => number): Float32Array {
  const texture = new Float32Array(TEXTURE * TEXTURE * 3);
  const palette = Array.from({ length: 3 }, () => [random() * 255, random() * 255, random() * 255]);
  const [a, b] = [noise(random), noise(random)];
  const angle = random() * Math.PI;
  const edge = 0.3 + random() * 0.4;
  const contrast = 0.5 + random();
  for (let y = 0; y < TEXTURE; y++)
    for (let x = 0; x < TEXTURE; x++) {
      const at = y * TEXTURE + x;
      const across = (Math.cos(angle) * x + Math.sin(angle) * y) / TEXTURE;
      const first = Math.min(1, Math.max(0, 0.5 + (a[at]! - 0.5) * 2 * contrast));
      const second = Math.min(1, Math.max(0, across > edge ? b[at]! : b[at]! * 0.3));
      for (let c = 0; c < 3; c++) {
        const base = palette[0]![c]! * (1 - first) + palette[1]![c]! * first;
        texture[at * 3 + c] = base * (1 - second) + palette[2]![c]! * second;
      }
    }
  return texture;
}

function noise(random: () => number): Float32Array {
  const out = new Float32Array(TEXTURE * TEXTURE);
  let [weight, sum] = [1, 0];
  for (let cells = 3; cells <= 96; cells *= 2) {
    const grid = Float32Array.from({ length: (cells + 1) ** 2 }, random);
    for (let y = 0; y < TEXTURE; y++)
      for (let x = 0; x < TEXTURE; x++) {
        const [gx, gy] = [(x / TEXTURE) * cells, (y / TEXTURE) * cells];
        const [ix, iy] = [Math.floor(gx), Math.floor(gy)];
        const [fx, fy] = [gx - ix, gy - iy];
        const at = iy * (cells + 1) + ix;
        const top = grid[at]! * (1 - fx) + grid[at + 1]! * fx;
        const low = grid[at + cells + 1]! * (1 - fx) + grid[at + cells + 2]! * fx;
        out[y * TEXTURE + x]! += weight * (top * (1 - fy) + low * fy);
      }
    sum += weight;
    weight *= 0.6;
  }
  return out.map((value) => value / sum);
}

export function generateShot(random: () => number): Shot {
  const moves = random();
  const colour = () => [random() * 255, random() * 255, random() * 255];
  return {
    texture: renderTexture(random),
    things: Array.from({ length: Math.floor(random() * 4) }, () => ({
      ...{ x: random(), y: random(), dx: (random() - 0.5) * 0.4, dy: (random() - 0.5) * 0.2 },
      ...{ rx: 0.04 + random() * 0.15, ry: 0.05 + random() * 0.2, colour: colour() },
    })),
    pan: moves < 0.5 ? [(random() - 0.5) * 0.12, (random() - 0.5) * 0.04] : [0, 0],
    zoom: moves > 0.35 && moves < 0.8 ? (random() - 0.5) * 0.12 : 0,
    shake: random() < 0.4 ? random() * 0.006 : 0,
    grain: random() < 0.6 ? random() * 12 : 0,
    dim: random() < 0.15 ? (random() - 0.5) * 0.5 : 0,
    phase: random() * 10,
  };
}

/** Renders a shot `seconds` after its start; `turned`: rotation of the camera to the right. */
export function drawShot(
  shot: Shot,
  seconds: number,
  length: number,
  { width, height }: Size,
  into: Float32Array,
  turned = 0,
) {
  const zoom = 0.55 * Math.exp(-shot.zoom * seconds);
  const shake = (k: number) => Math.sin((seconds + shot.phase) * (7 + 3 * k)) * shot.shake;
  const left = 0.2 + turned + shot.pan[0]! * seconds + shake(0);
  const top = 0.2 + shot.pan[1]! * seconds + shake(1);
  const light = 1 + shot.dim * (seconds / length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = ((((left + (x / width) * zoom) * TEXTURE) % TEXTURE) + TEXTURE) % TEXTURE;
      const v = ((((top + (y / height) * zoom) * TEXTURE) % TEXTURE) + TEXTURE) % TEXTURE;
      const from = (Math.floor(v) * TEXTURE + Math.floor(u)) * 3;
      const at = (y * width + x) * 3;
      into[at] = shot.texture[from]! * light;
      into[at + 1] = shot.texture[from + 1]! * light;
      into[at + 2] = shot.texture[from + 2]! * light;
    }
  for (const thing of shot.things) {
    const cx = (thing.x + thing.dx * seconds) * width;
    const cy = (thing.y + thing.dy * seconds) * height;
    const [rx, ry] = [thing.rx * width, thing.ry * height];
    for (let y = Math.max(0, Math.ceil(cy - ry)); y < Math.min(height, cy + ry); y++)
      for (let x = Math.max(0, Math.ceil(cx - rx)); x < Math.min(width, cx + rx); x++)
        if (((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1)
          for (let c = 0; c < 3; c++) into[(y * width + x) * 3 + c] = thing.colour[c]! * light;
  }
}

/**
 * Generates a clip of `scenes` shots from 1.2 to 5 seconds.
 * @param mix `cuts`: hard cuts only; `mixed`: a third are dissolves and fades
 */
export function generateClip(
  seed: number,
  { scenes = 12, mix = "mixed", size = { width: 128, height: 72 }, fps = 25 }: Options = {},
): Clip {
  const random = createRandom(seed);
  const transitions: Transition[] = [];
  const lengths: number[] = [];
  const shots: number[] = [];
  const flashes: number[] = [];
  let at = 0;
  for (let n = 0; n < scenes; n++) {
    const roll = random();
    const kind = n === 0 || mix === "cuts" || roll > 0.35 ? "cut" : roll > 0.13 ? "dissolve" : "fade";
    const takes = kind === "cut" ? 0 : 0.5 + random() * 1;
    const length = 1.2 + random() * 3.8 + takes;
    if (n > 0) transitions.push({ kind, seconds: at, from: at - takes / 2, until: at + takes / 2 });
    if (length > 2.4 && random() < 0.2) flashes.push(at + length * 0.5);
    // Some scenes return to the shot before the previous one.
    shots.push(n > 1 && random() < 0.15 ? shots[n - 2]! : n);
    lengths.push(length);
    at += length;
  }
  const made = new Map<number, Shot>();
  const starts = lengths.map((_, n) => lengths.slice(0, n).reduce((a, b) => a + b, 0));
  const shot = (n: number) => {
    const name = shots[n]!;
    if (!made.has(name)) made.set(name, generateShot(createRandom(seed * 1000 + name)));
    return made.get(name)!;
  };
  const [one, two] = [0, 0].map(() => new Float32Array(size.width * size.height * 3));
  const draw = (seconds: number, into: Uint8Array) => {
    let n = starts.findLastIndex((start) => start <= seconds + 1e-6);
    if (n < 0) n = 0;
    const near = transitions.findIndex(
      ({ from, until, kind }) => kind !== "cut" && seconds >= from && seconds < until,
    );
    const [before, after] = near < 0 ? [n, n] : [near, near + 1];
    const scene = (which: number, to: Float32Array) =>
      drawShot(shot(which), seconds - starts[which]!, lengths[which]!, size, to);
    scene(before, one!);
    if (near >= 0) {
      const { kind, from, until } = transitions[near]!;
      const part = (seconds - from) / (until - from);
      if (kind === "dissolve") {
        scene(after, two!);
        for (let i = 0; i < one!.length; i++) one![i] = one![i]! * (1 - part) + two![i]! * part;
      } else {
        if (part > 0.5) scene(after, one!);
        const light = Math.abs(part - 0.5) * 2;
        for (let i = 0; i < one!.length; i++) one![i]! *= light;
      }
    }
    const flash = flashes.find((time) => seconds >= time && seconds < time + 0.12);
    const grain = shot(n).grain;
    const speck = createRandom(seed ^ Math.round(seconds * 1000));
    for (let i = 0; i < into.length; i += 3) {
      const offset = (speck() - 0.5) * grain + (flash === undefined ? 0 : 130);
      for (let c = 0; c < 3; c++) into[i + c] = Math.min(255, Math.max(0, one![i + c]! + offset));
    }
  };
  return { seconds: at, fps, size, transitions, shots, draw };
}
type Options = { scenes?: number; mix?: Mix; size?: Size; fps?: number };

export function* smallFrames(clip: Clip) {
  const full = new Uint8Array(clip.size.width * clip.size.height * 3);
  for (let n = 0; n < Math.floor(clip.seconds * clip.fps); n++) {
    clip.draw(n / clip.fps, full);
    yield { seconds: n / clip.fps, rgb: smaller(full, clip.size) };
  }
}

function smaller(full: Uint8Array, { width }: Size): Uint8Array {
  const rgb = new Uint8Array(160 * 90 * 3);
  const side = width / 160;
  for (let y = 0; y < 90; y++)
    for (let x = 0; x < 160; x++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let j = 0; j < side; j++)
          for (let i = 0; i < side; i++) sum += full[((y * side + j) * width + x * side + i) * 3 + c]!;
        rgb[(y * 160 + x) * 3 + c] = sum / side ** 2;
      }
  return rgb;
}

/** Scores detected cuts: each transition may be matched once, within its duration and `tolerance` seconds around it. */
export function score(found: number[], transitions: Transition[], tolerance = 0.12) {
  const left = [...found];
  const missed: Transition[] = [];
  for (const transition of transitions) {
    const { from, until, seconds } = transition;
    const fits = left
      .filter((at) => at >= from - tolerance && at <= until + tolerance)
      .sort((a, b) => Math.abs(a - seconds) - Math.abs(b - seconds));
    if (fits[0] === undefined) missed.push(transition);
    else left.splice(left.indexOf(fits[0]), 1);
  }
  return { hits: transitions.length - missed.length, missed, surplus: left };
}

export const toRates = (hits: number, missed: number, surplus: number) => {
  const precision = hits / Math.max(1, hits + surplus);
  const recall = hits / Math.max(1, hits + missed);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
};
