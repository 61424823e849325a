import sharp from "sharp";

/**
 * A frame from ffmpeg: yuv420p with limited range (16 to 235). `isHd` selects BT.709, else BT.601. `release` must be
 * called once when the frame is no longer used.
 */
export type Picture = Size & { seconds: number; yuv: Buffer; isHd: boolean; release: () => void };
type Size = { width: number; height: number };
/**
 * Features for comparing two images. `colours`: 4 x 4 mean RGB. `contrast`: standard deviation of the color channel
 * that varies most. `fine`: 160 x 90 brightness, in which text is visible.
 */
export type PictureFeatures = { hash: boolean[]; colours: Float32Array; contrast: number; fine: Buffer };

// Maximum differences between duplicates: bits of the 64-bit hash, and color distance from 0 to 255.
const SAME = { bits: 10, colour: 20 };
const SIDE = 32;

/** Converts to RGB with fixed-point arithmetic (8 fractional bits), since there are about a million pixels. */
export function toRgb({ width, height, yuv, isHd }: Picture): Buffer {
  const rgb = Buffer.allocUnsafe(width * height * 3);
  const bytes = new Uint8ClampedArray(rgb.buffer, rgb.byteOffset, rgb.length);
  const [rv, gu, gv, bu] = isHd ? HD : SD;
  const across = width >> 1;
  const u = width * height;
  const v = u + across * (height >> 1);
  for (let y = 0; y < height; y++) {
    const colours = (y >> 1) * across;
    let at = y * width;
    let to = at * 3;
    for (let x = 0; x < width; x++) {
      const bright = (yuv[at++]! - 16) * 298 + 128;
      const du = yuv[u + colours + (x >> 1)]! - 128;
      const dv = yuv[v + colours + (x >> 1)]! - 128;
      bytes[to++] = (bright + rv * dv) >> 8;
      bytes[to++] = (bright - gu * du - gv * dv) >> 8;
      bytes[to++] = (bright + bu * du) >> 8;
    }
  }
  return rgb;
}
const HD = [459, 55, 136, 541] as const;
const SD = [409, 100, 208, 517] as const;

export async function analyzePicture(rgb: Buffer, { width, height }: Size): Promise<PictureFeatures> {
  const small = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(SIDE, SIDE, { fit: "fill" })
    .raw()
    .toBuffer();
  const fine = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(160, 90, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();
  const grey = new Float32Array(SIDE * SIDE);
  const colours = new Float32Array(4 * 4 * 3);
  for (let i = 0; i < grey.length; i++) {
    const cell = ((i >> 8) * 4 + ((i % SIDE) >> 3)) * 3;
    for (let c = 0; c < 3; c++) colours[cell + c]! += small[i * 3 + c]! / 64;
    grey[i] = 0.299 * small[i * 3]! + 0.587 * small[i * 3 + 1]! + 0.114 * small[i * 3 + 2]!;
  }
  const waves = toDctCoefficients(grey);
  const middle = waves.slice(1).sort((a, b) => a - b)[31]!;
  const contrast = Math.max(...[0, 1, 2].map((c) => getStandardDeviation(small, c)));
  return { hash: waves.map((value) => value > middle), colours, contrast, fine };
}

function getStandardDeviation(rgb: Buffer, colour: number): number {
  let [sum, squares] = [0, 0];
  for (let i = colour; i < rgb.length; i += 3) {
    sum += rgb[i]!;
    squares += rgb[i]! ** 2;
  }
  const count = rgb.length / 3;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

const COSINES = Array.from({ length: 8 }, (_, k) =>
  Float32Array.from({ length: SIDE }, (_, n) => Math.cos((Math.PI * k * (2 * n + 1)) / (2 * SIDE))),
);

function toDctCoefficients(grey: Float32Array): number[] {
  const rows = COSINES.map((wave) =>
    Float32Array.from({ length: SIDE }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < SIDE; x++) sum += wave[x]! * grey[y * SIDE + x]!;
      return sum;
    }),
  );
  return COSINES.flatMap((wave) =>
    rows.map((row) => wave.reduce((sum, value, y) => sum + value * row[y]!, 0)),
  );
}

export function isSame(a: PictureFeatures, b: PictureFeatures): boolean {
  const bits = a.hash.reduce((sum, bit, i) => sum + Number(bit !== b.hash[i]), 0);
  if (bits > SAME.bits) return false;
  let far = 0;
  for (let i = 0; i < a.colours.length; i += 3)
    far += Math.hypot(...[0, 1, 2].map((c) => a.colours[i + c]! - b.colours[i + c]!));
  return far / 16 <= SAME.colour && !isOtherPage(a.fine, b.fine);
}

// Thresholds for different pages of one layout: the share of equal pixels and of pixels with other text.
const PAGE = { same: 0.7, other: 0.006 };

function isOtherPage(a: Buffer, b: Buffer): boolean {
  let [same, other] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    const far = Math.abs(a[i]! - b[i]!);
    if (far <= 8) same++;
    else if (far > 20) other++;
  }
  return same >= a.length * PAGE.same && other >= a.length * PAGE.other;
}

// Mean brightness (of 255) below which an image is hard to read, and the target after correction.
const DARK = { below: 60, aim: 90 };

export async function brightenPicture(jpeg: Buffer): Promise<Buffer> {
  const { channels } = await sharp(jpeg).greyscale().stats();
  const mean = channels[0]!.mean;
  if (mean >= DARK.below || mean < 1) return jpeg;
  // Gamma for the target brightness. Above 3, only noise becomes visible.
  const gamma = Math.min(3, Math.max(1, Math.log(mean / 255) / Math.log(DARK.aim / 255)));
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const raised = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.round(255 * (value / 255) ** (1 / gamma)),
  );
  for (let i = 0; i < data.length; i++) data[i] = raised[data[i]!]!;
  return toJpeg(data, info);
}

// Minimum width in pixels of an image whose small text OCR can read.
const LEGIBLE_WIDTH = 1600;

export const enlargePicture = (jpeg: Buffer): Promise<Buffer> =>
  sharp(jpeg).resize({ width: LEGIBLE_WIDTH }).jpeg({ quality: 90 }).toBuffer();

export const toJpeg = (rgb: Buffer, { width, height }: Size): Promise<Buffer> =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
