import { expect, test } from "vitest";
import { createRandom, generateClip, score, smallFrames, toRates } from "@/bench/video/clips";
import { clipOfKind, type Kind } from "@/bench/video/kinds";
import type { SmallFrame } from "./frames";
import { detectCuts } from "./scenes";

// Uses the kinds of clips of `npm run bench -- --only video-scenes` with other seeds.
const SEEDS = [901, 902];

function ratesFor(mix: "cuts" | "mixed") {
  const sum = { low: [0, 0, 0], medium: [0, 0, 0], high: [0, 0, 0] };
  for (const seed of SEEDS) {
    const clip = generateClip(seed, { mix, scenes: 6, size: { width: 160, height: 90 }, fps: 12 });
    const frames = [...smallFrames(clip)];
    for (const sensitivity of ["low", "medium", "high"] as const) {
      const found = detectCuts(frames, sensitivity).map(({ seconds }) => seconds);
      const { hits, missed, surplus } = score(found, clip.transitions);
      for (const [n, value] of [hits, missed.length, surplus.length].entries()) sum[sensitivity][n]! += value;
    }
  }
  const rates = ([hits, missed, surplus]: number[]) => toRates(hits!, missed!, surplus!);
  return { low: rates(sum.low), medium: rates(sum.medium), high: rates(sum.high) };
}

test("hard cuts are found with few false positives", () => {
  const { low, medium, high } = ratesFor("cuts");
  expect(medium.f1).toBeGreaterThanOrEqual(0.95);
  expect(low.precision).toBeGreaterThanOrEqual(0.95);
  expect(high.recall).toBeGreaterThanOrEqual(0.95);
});

test("dissolves and fades are found with few false positives", () => {
  const { low, medium, high } = ratesFor("mixed");
  expect(medium.f1).toBeGreaterThanOrEqual(0.9);
  expect(low.precision).toBeGreaterThanOrEqual(0.95);
  expect(high.recall).toBeGreaterThanOrEqual(0.95);
});

test.each<Kind>(["slides", "wipes", "pushes", "whip pans"])(
  "%s are all found without false positives",
  (kind) => {
    const clip = clipOfKind(kind, 904, 4);
    const found = detectCuts(smallFrames({ ...clip, fps: 10 }), "medium").map(({ seconds }) => seconds);
    const { missed, surplus } = score(found, clip.transitions);
    expect([missed, surplus]).toEqual([[], []]);
  },
);

// Draws stripes that are wider for larger `width`, shifted by `shift`, at a brightness from 0 to 1.
function stripes(width: number, shift: number, light = 1): Uint8Array {
  const rgb = new Uint8Array(160 * 90 * 3);
  for (let y = 0; y < 90; y++)
    for (let x = 0; x < 160; x++)
      for (let c = 0; c < 3; c++)
        rgb[(y * 160 + x) * 3 + c] =
          light * (128 + 100 * Math.sin(((x / 2.5 + shift) / width) * 2 + (y / 2.5 / width) * (c - 1)));
  return rgb;
}
const times = (frames: SmallFrame[]) =>
  detectCuts(frames, "medium").map(({ seconds }) => Number(seconds.toFixed(2)));
const video = (seconds: number, fps: number, draw: (at: number) => Uint8Array): SmallFrame[] =>
  Array.from({ length: seconds * fps }, (_, n) => ({ seconds: n / fps, rgb: draw(n / fps) }));

test("a cut has the time of the new scene's first frame, at any frame rate", () => {
  const draw = (at: number) => stripes(at < 2 ? 9 : 4, at * 2);
  for (const fps of [5, 15, 30, 60, 240]) {
    const [found, ...others] = times(video(4, fps, draw));
    expect(Math.abs(found! - 2), `${fps} a second`).toBeLessThan(0.03);
    expect(others).toEqual([]);
  }
  // Screen recordings have frames only when something changes.
  const uneven = [0, 0.1, 0.2, 1.4, 2.01, 2.1, 3.4].map((seconds) => ({ seconds, rgb: draw(seconds) }));
  expect(times(uneven)).toEqual([2.01]);
});

test("flashes, dimming lights and pans are no scenes", () => {
  const flash = (at: number) =>
    Uint8Array.from(stripes(9, 0), (value) => (at >= 2 && at < 2.15 ? value + (255 - value) * 0.8 : value));
  expect(times(video(4, 25, flash))).toEqual([]);
  expect(times(video(4, 25, (at) => stripes(9, 0, 1 - at / 5)))).toEqual([]);
  for (const speed of [3, 6, 12, 24]) expect(times(video(4, 25, (at) => stripes(9, at * speed)))).toEqual([]);
});

// Draws the part of a long page with text and figures that starts at row `top`.
function page(seed: number, top: number): Uint8Array {
  const [paper, ink] = seed % 2 === 0 ? [30, 220] : [245, 40];
  const rgb = new Uint8Array(160 * 90 * 3).fill(paper);
  for (let y = 0; y < 90; y++) {
    const row = y + top;
    const figure = createRandom(seed * 77 + Math.floor(row / 70));
    const isFigure = row % 70 > 35;
    if (!isFigure && row % 5 > 2) continue;
    const random = createRandom(seed * 1000 + Math.floor(row / 5));
    const [from, until] = isFigure ? [8 + figure() * 30, 90 + figure() * 60] : [8, 40 + random() * 110];
    const step = () => (isFigure ? 1 : 2 + Math.floor(random() * 4));
    for (let x = Math.floor(from); x < until; x += step())
      for (let c = 0; c < 3; c++) rgb[(y * 160 + x) * 3 + c] = isFigure ? 90 + 60 * c : ink;
  }
  return rgb;
}

test("scrolling is no scene change, and a new page is one", () => {
  const scrolled = (at: number) => 25 * Math.floor(at / 0.7);
  expect(times(video(6, 15, (at) => page(at < 3 ? 1 : 2, scrolled(at))))).toEqual([3]);
});

test("cuts in noisy dark footage are found", () => {
  const random = createRandom(7);
  const dark = (width: number) => stripes(width, 0, 0.06).map((value) => value + 4 + (random() - 0.5) * 8);
  expect(times(video(4, 15, (at) => dark(at < 2 ? 9 : 23)))).toEqual([2]);
});

test("a video with no frame or one frame has no cuts", () => {
  expect(times([])).toEqual([]);
  expect(times(video(1, 1, () => stripes(9, 0)))).toEqual([]);
});
