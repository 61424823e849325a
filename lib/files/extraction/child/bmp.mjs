// @ts-check
import { MAX_PIXELS, TOO_LARGE } from "./ocr-page.mjs";
import { Unreadable } from "./output.mjs";

// Sizes of BITMAPFILEHEADER and BITMAPCOREHEADER (Windows GDI, Bitmap Storage).
const FILE_HEADER_BYTES = 14;
const CORE_HEADER_BYTES = 12;
// Supported compression methods: none (BI_RGB) and bit masks (BI_BITFIELDS, BI_ALPHABITFIELDS).
const PLAIN = [0, 3, 6];
const MASKS = {
  16: [0x7c00, 0x03e0, 0x001f],
  24: [0xff0000, 0x00ff00, 0x0000ff],
  32: [0xff0000, 0x00ff00, 0x0000ff],
};

/**
 * Decodes a Windows bitmap into rows from the top. Compressed bitmaps, which are rare, aren't supported.
 * @param {Buffer} bytes
 * @returns {{ data: Uint8Array, width: number, height: number, channels: 3 }}
 */
export function decodeBmp(bytes) {
  const header = readHeader(bytes);
  const { width, height, bits, isFromBelow, start } = header;
  if (width <= 0 || height <= 0) throw new Error("no size");
  if (width * height > MAX_PIXELS) throw new Unreadable(TOO_LARGE);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (start + rowBytes * height > bytes.length) throw new Error("pixels are missing");
  const data = new Uint8Array(width * height * 3);
  const readPixel = bits <= 8 ? indexedPixels(bytes, header) : maskedPixels(bytes, header);
  for (let row = 0; row < height; row++) {
    const from = start + rowBytes * (isFromBelow ? height - 1 - row : row);
    for (let column = 0; column < width; column++) readPixel(from, column, data, 3 * (row * width + column));
  }
  return { data, width, height, channels: 3 };
}

/** @typedef {ReturnType<typeof readHeader>} Header */

/** @param {Buffer} bytes */
function readHeader(bytes) {
  const length = bytes.readUInt32LE(FILE_HEADER_BYTES);
  const isCore = length === CORE_HEADER_BYTES;
  const at = FILE_HEADER_BYTES + 4;
  const [width, rows] = isCore
    ? [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    : [bytes.readInt32LE(at), bytes.readInt32LE(at + 4)];
  const bits = bytes.readUInt16LE(isCore ? at + 6 : at + 10);
  const compression = isCore ? 0 : bytes.readUInt32LE(at + 12);
  if (!PLAIN.includes(compression) || ![1, 4, 8, 16, 24, 32].includes(bits))
    throw new Unreadable("This bitmap is compressed, which isn't read. Save it as PNG and add it again.");
  return {
    width,
    height: Math.abs(rows),
    isFromBelow: rows > 0,
    bits,
    hasMasks: compression !== 0,
    colors: { at: FILE_HEADER_BYTES + length, bytes: isCore ? 3 : 4 },
    start: bytes.readUInt32LE(10),
  };
}

/** Decodes pixels that are palette indexes. @param {Buffer} bytes @param {Header} header */
function indexedPixels(bytes, { bits, colors }) {
  const perByte = 8 / bits;
  return (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {Uint8Array} */ data,
    /** @type {number} */ to,
  ) => {
    const byte = bytes[row + Math.floor(column / perByte)] ?? 0;
    const index = (byte >> (8 - bits * ((column % perByte) + 1))) & ((1 << bits) - 1);
    const color = colors.at + colors.bytes * index;
    for (let part = 0; part < 3; part++) data[to + part] = bytes[color + 2 - part] ?? 0;
  };
}

/** Decodes pixels whose bits encode red, green and blue. @param {Buffer} bytes @param {Header} header */
function maskedPixels(bytes, { bits, hasMasks }) {
  // Masks follow BITMAPINFOHEADER or are part of longer headers, at the same offset.
  const at = FILE_HEADER_BYTES + 40;
  const masks = hasMasks
    ? [0, 4, 8].map((offset) => bytes.readUInt32LE(at + offset))
    : MASKS[/** @type {16 | 24 | 32} */ (bits)];
  const shares = masks.map((mask) => {
    const shift = mask === 0 ? 0 : Math.clz32(mask & -mask) ^ 31;
    return { mask, shift, most: mask >>> shift || 1 };
  });
  const width = bits / 8;
  return (
    /** @type {number} */ row,
    /** @type {number} */ column,
    /** @type {Uint8Array} */ data,
    /** @type {number} */ to,
  ) => {
    const value = bytes.readUIntLE(row + column * width, width);
    for (const [part, { mask, shift, most }] of shares.entries())
      data[to + part] = Math.round((((value & mask) >>> shift) / most) * 255);
  };
}
