import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { buildPdf } from "./files";

/** Picture in a PDF. The functions below place it whole, in strips or tiles, as a mask, rotated, or below text. */
type Picture = { dictionary: string; bytes: Buffer; softMask?: Picture };
type PdfPage = { content: string; pictures?: Picture[]; rotate?: number };

const PAGE = { width: 595, height: 842 };
const FONT_OBJECT = 3;

/** Draws lines of text as a picture, 800 × 500 by default. */
export function drawLines(
  lines: string[],
  { width = 800, height = 500, size = 36, color = "black", background = "white" } = {},
): Promise<Buffer> {
  const rows = lines.map(
    (line, at) =>
      `<text x="40" y="${size * 2 + at * size * 2}" font-size="${size}" font-family="sans-serif" fill="${color}">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rows.join("")}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background }).png().toBuffer();
}

export async function toJpeg(picture: Buffer): Promise<Picture> {
  const { data, info } = await sharp(picture)
    .toColourspace("srgb")
    .jpeg()
    .toBuffer({ resolveWithObject: true });
  return {
    dictionary: `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`,
    bytes: data,
  };
}

/** Builds a stencil mask whose dark pixels are painted. */
export async function toMask(picture: Buffer): Promise<Picture> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = (info.width + 7) >> 3;
  const bits = Buffer.alloc(row * info.height);
  for (const [at, value] of data.entries()) {
    const [x, y] = [at % info.width, Math.floor(at / info.width)];
    if (value > 128) bits[y * row + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return {
    dictionary: `/Type/XObject/Subtype/Image/ImageMask true/Width ${info.width}/Height ${info.height}/BitsPerComponent 1/Filter/FlateDecode`,
    bytes: deflateSync(bits),
  };
}

/** Builds a dark blue dot with a mask in the shape of letters, as scanners compress text. */
export async function toMaskedDot(picture: Buffer): Promise<Picture> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .negate()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = `/Width ${info.width}/Height ${info.height}`;
  return {
    dictionary: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8",
    bytes: Buffer.from([0, 0, 60]),
    softMask: {
      dictionary: `/Type/XObject/Subtype/Image${size}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`,
      bytes: deflateSync(data),
    },
  };
}

/** Cuts a picture into columns and rows, from the top left. */
export async function cutInto(picture: Buffer, columns: number, rows: number): Promise<Buffer[]> {
  const { width, height } = await sharp(picture).metadata();
  const [w, h] = [width / columns, height / rows];
  return Promise.all(
    Array.from({ length: columns * rows }, (_, at) =>
      sharp(picture)
        .extract({ left: (at % columns) * w, top: Math.floor(at / columns) * h, width: w, height: h })
        .png()
        .toBuffer(),
    ),
  );
}

/** Places a numbered picture on the page, in points from the bottom left. */
export const place = (picture: number, x: number, y: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /I${picture} Do Q\n`;

/** Places the pieces of `cutInto` in an area of the page. */
export const placeTiles = (
  columns: number,
  rows: number,
  { x = 0, y = 400, width = 595, height = 372 } = {},
) =>
  Array.from({ length: columns * rows }, (_, at) => {
    const [w, h] = [width / columns, height / rows];
    return place(at, x + (at % columns) * w, y + height - (Math.floor(at / columns) + 1) * h, w, h);
  }).join("");

/** @param mode PDF text rendering mode; 3 is invisible */
export const write = (lines: string[], { y = 300, mode = 0 } = {}): string =>
  `BT ${mode} Tr /F 10 Tf 60 ${y} Td 14 TL ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET\n`;

export function picturePdf(pages: PdfPage[]): Buffer {
  const objects: Parameters<typeof buildPdf>[0] = ["<</Type/Catalog/Pages 2 0 R>>", ""];
  objects.push("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  const numbers = new Map<Picture, number>();
  const add = ({ dictionary, bytes, softMask }: Picture): number => {
    const mask = softMask ? `/SMask ${add(softMask)} 0 R` : "";
    return objects.push({ dictionary: dictionary + mask, bytes });
  };
  const kids = pages.map(({ content, pictures = [], rotate = 0 }) => {
    const names = pictures.map((picture, at) => {
      if (!numbers.has(picture)) numbers.set(picture, add(picture));
      return `/I${at} ${numbers.get(picture)} 0 R`;
    });
    const stream = objects.push({ dictionary: "", bytes: Buffer.from(content, "latin1") });
    const resources = `<</Font<</F ${FONT_OBJECT} 0 R>>/XObject<<${names.join("")}>>>>`;
    return objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Rotate ${rotate}/Contents ${stream} 0 R/Resources${resources}>>`,
    );
  });
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`;
  return buildPdf(objects);
}
