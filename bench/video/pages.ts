// Slides and screencasts: pages of text of which little changes.
import { createRandom, drawShot, generateShot, type Size } from "./clips";

export type Picture = Float32Array;
export type Scene = { length: number; draw: (seconds: number, into: Picture) => void };
export const SIZE: Size = { width: 320, height: 180 };
export const between = (random: () => number, least: number, most: number) =>
  least + random() * (most - least);

type Rectangle = { x: number; y: number; w: number; h: number; colour: number[] };
function fill(into: Picture, { x, y, w, h, colour }: Rectangle) {
  const { width, height } = SIZE;
  for (let j = Math.max(0, Math.round(y)); j < Math.min(height, Math.round(y + h)); j++)
    for (let i = Math.max(0, Math.round(x)); i < Math.min(width, Math.round(x + w)); i++)
      for (let c = 0; c < 3; c++) into[(j * width + i) * 3 + c] = colour[c]!;
}
function write(into: Picture, random: () => number, { x, y, w, h, colour }: Rectangle) {
  for (let at = x; at < x + w; ) {
    const letters = 2 + Math.floor(random() * 8);
    for (let n = 0; n < letters && at < x + w; n++, at += h * 0.55) {
      fill(into, { x: at, y, w: Math.max(1, h * 0.16), h, colour });
      const bar = Math.floor(random() * 3) / 2;
      fill(into, { x: at, y: y + bar * h * 0.85, w: h * 0.42, h: Math.max(1, h * 0.16), colour });
      if (random() < 0.6)
        fill(into, { x: at + h * 0.34, y: y + (h / 2) * bar, w: Math.max(1, h * 0.14), h: h / 2, colour });
    }
    at += h * 0.6;
  }
}

/**
 * Generates slides of one style: title and lines change, and some add lines to the previous slide. A pointer or a
 * speaker may move.
 */
export function generateSlides(random: () => number, lengths: number[]): Scene[] {
  const isDark = random() < 0.4;
  const [paper, ink] = isDark
    ? [
        [24, 28, 44],
        [225, 228, 235],
      ]
    : [
        [248, 248, 246],
        [35, 38, 46],
      ]; // prettier-ignore
  const band = [random() * 200, random() * 200, random() * 200];
  const speaker = random() < 0.5 ? generateShot(random) : undefined;
  let [lines, of] = [0, 0];
  return lengths.map((length, n) => {
    const grows = n > 0 && lines < 6 && random() < 0.35;
    lines = grows ? lines + 1 + Math.floor(random() * 2) : 2 + Math.floor(random() * 3);
    if (!grows) of = Math.floor(random() * 1e9);
    const page = new Float32Array(SIZE.width * SIZE.height * 3);
    for (let i = 0; i < page.length; i++) page[i] = paper![i % 3]!;
    fill(page, { x: 0, y: 0, w: 320, h: 10, colour: band });
    const text = createRandom(of);
    write(page, text, { x: 20, y: 22, w: between(text, 90, 220), h: 14, colour: ink! });
    for (let line = 0; line < lines; line++)
      write(page, text, { x: 28, y: 52 + line * 18, w: between(text, 110, 250), h: 9, colour: ink! });
    const [px, py] = [random() * 200, random() * 120];
    const small = new Float32Array(page.length);
    return {
      length,
      draw: (seconds, into) => {
        into.set(page);
        const at = { x: px + 40 * Math.sin(seconds), y: py + 20 * Math.cos(seconds * 0.7) };
        fill(into, { ...at, w: 4, h: 6, colour: [200, 30, 30] });
        if (!speaker) return;
        drawShot(speaker, 1 + Math.sin(seconds * 2) * 0.5, length, SIZE, small);
        for (let y = 0; y < 45; y++)
          into.set(small.subarray(y * 4 * 960, y * 4 * 960 + 80 * 3), ((y + 130) * 320 + 235) * 3);
      },
    };
  });
}

/** Generates a screencast: windows open and pages change. Typing and scrolling do not start scenes. */
export function generateScreencast(random: () => number, lengths: number[]): Scene[] {
  const wall = [random() * 120, random() * 120, random() * 160];
  const base = new Float32Array(SIZE.width * SIZE.height * 3);
  for (let i = 0; i < base.length; i++) base[i] = wall[i % 3]!;
  return lengths.map((length, n) => {
    const isWindow = n > 0 && random() < 0.5;
    const [w, h] = isWindow ? [between(random, 90, 200), between(random, 60, 130)] : [290, 155];
    const [x, y] = isWindow ? [random() * (310 - w), random() * (170 - h)] : [15, 12];
    const isLight = random() < 0.7;
    const [paper, ink] = isLight
      ? [
          [250, 250, 250],
          [40, 40, 40],
        ]
      : [
          [30, 32, 38],
          [210, 214, 220],
        ]; // prettier-ignore
    const seed = Math.floor(random() * 1e9);
    const page = base.slice();
    fill(page, { x, y, w, h, colour: paper! });
    fill(page, { x, y, w, h: 8, colour: [90 + random() * 100, 110, 150] });
    const text = createRandom(seed);
    const lines = Math.floor((h - 16) / 9) - 2;
    for (let line = 0; line < lines; line++)
      if (text() < 0.85)
        write(page, text, {
          x: x + 6,
          y: y + 13 + line * 9,
          w: between(text, 0.3, 0.9) * (w - 12),
          h: 5,
          colour: ink!,
        }); // prettier-ignore
    base.set(page);
    const typing = random() < 0.5;
    return {
      length,
      draw: (seconds, into) => {
        into.set(page);
        const typed = typing ? Math.min(w - 20, Math.max(0, seconds - 0.5) * 25) : 0;
        write(into, createRandom(seed + 1), { x: x + 6, y: y + h - 12, w: typed, h: 5, colour: ink! });
        if (seconds % 1 < 0.5) fill(into, { x: x + 8 + typed, y: y + h - 13, w: 1, h: 7, colour: ink! });
        fill(into, {
          x: 150 + 90 * Math.sin(seconds * 1.3),
          y: 90 + 50 * Math.cos(seconds),
          w: 3,
          h: 5,
          colour: [0, 0, 0],
        }); // prettier-ignore
      },
    };
  });
}
