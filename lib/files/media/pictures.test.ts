import sharp from "sharp";
import { expect, test } from "vitest";
import { analyzePicture, brightenPicture, isSame } from "./pictures";

const SIZE = { width: 640, height: 360 };
// Draws a slide with text and video compression artifacts.
async function slide(words: string, quality = 90) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#f8f8f6"/>
    <rect width="640" height="24" fill="#246"/>${words
      .split("\n")
      .map(
        (line, n) => `<rect x="60" y="${70 + n * 50}" width="${line.length * 16}" height="22" fill="#223"/>`,
      )
      .join("")}</svg>`;
  const jpeg = await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer();
  return analyzePicture(await sharp(jpeg).removeAlpha().raw().toBuffer(), SIZE);
}

test("slides that differ by a line are two pictures; a repeated slide is the same", async () => {
  const [one, two] = [
    await slide("Harbour\nShips and cranes"),
    await slide("Harbour\nShips and cranes\nTides and currents"),
  ];
  expect(isSame(one, two)).toBe(false);
  expect(isSame(one, await slide("Harbour\nShips and cranes", 60))).toBe(true);
});

const grey = (level: number) =>
  sharp({ create: { ...SIZE, channels: 3, background: { r: level, g: level, b: level } } })
    .jpeg()
    .toBuffer();
const getMean = async (jpeg: Buffer) => (await sharp(jpeg).greyscale().stats()).channels[0]!.mean;

test("a dark picture is brightened, and a light one stays unchanged", async () => {
  const [dark, light] = [await grey(12), await grey(120)];
  expect(await getMean(await brightenPicture(dark))).toBeGreaterThan(70);
  expect(await brightenPicture(light)).toBe(light);
});
