import { utf32In } from "./child/unusual-encodings.mjs";
import { utf16In } from "./child/utf16.mjs";

/**
 * What a file is by its first bytes. Signatures after
 * https://en.wikipedia.org/wiki/List_of_file_signatures.
 */
export type Fits = (bytes: Buffer) => boolean;

/** Begins with these bytes. */
export const starts =
  (...signature: number[]): Fits =>
  (bytes) =>
    signature.every((byte, i) => bytes[i] === byte);

/** Has this word at this place. */
export const word =
  (text: string, at = 0): Fits =>
  (bytes) =>
    bytes.toString("latin1", at, at + text.length) === text;

export const either =
  (...options: Fits[]): Fits =>
  (bytes) =>
    options.some((fits) => fits(bytes));

/** A file of Microsoft's RIFF, of this kind. */
export const riff =
  (kind: string): Fits =>
  (bytes) =>
    word("RIFF")(bytes) && word(kind, 8)(bytes);

export const isZip = either(starts(0x50, 0x4b, 0x03, 0x04), starts(0x50, 0x4b, 0x05, 0x06));
/** The container of Office's older formats. */
export const isOldOffice = starts(0xd0, 0xcf, 0x11, 0xe0);

export const isRtf = word("{\\rtf");
export const isTiff = either(starts(0x49, 0x49, 0x2a, 0x00), starts(0x4d, 0x4d, 0x00, 0x2a));

/** Pictures with HEVC in them, and those that do not say with what (ISO 23008-12, B.4). */
const HEIC = ["heic", "heix", "heim", "heis", "mif1"];
export const isHeic: Fits = (bytes) =>
  word("ftyp", 4)(bytes) && HEIC.includes(bytes.toString("latin1", 8, 12)) && !isAvif(bytes);
/** Pictures with AV1 in them, which they name first or among what they are like (AVIF 1.1, 6.2). */
export const isAvif: Fits = (bytes) => isAvifBrand.test(bytes.toString("latin1", 4, 64));
const isAvifBrand = /^ftyp(?:.{4})*?avi[fs]/s;
/** The length of its header stands behind that of the file, which programs leave empty (BITMAPFILEHEADER). */
export const isBmp: Fits = (bytes) =>
  word("BM")(bytes) && bytes.length > 18 && [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14));
/** ISO 14496-12 files that are pictures. */
const PICTURES = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"];
/** Older films of QuickTime begin with another box. */
export const isMovie: Fits = (bytes) =>
  word("ftyp", 4)(bytes)
    ? !PICTURES.includes(bytes.toString("latin1", 8, 12))
    : ["moov", "mdat", "wide", "free", "skip"].some((box) => word(box, 4)(bytes));

/** Two bits that are always set, layer III, and a bit rate and a sampling rate that exist (ISO 11172-3, 2.4.1.3). */
export const isMp3Frame: Fits = ([a = 0, b = 0, c = 0]) =>
  a === 0xff &&
  (b & 0xe6) === 0xe2 &&
  (b & 0x18) !== 0x08 &&
  (c & 0xf0) !== 0xf0 &&
  (c & 0xf0) !== 0 &&
  (c & 0x0c) !== 0x0c;

/** Of AAC without a container: two bits that are always set, and layer 0 (ISO 13818-7, 6.2). */
export const isAdtsFrame: Fits = ([a = 0, b = 0]) => a === 0xff && (b & 0xf6) === 0xf0;

const isMatroska = starts(0x1a, 0x45, 0xdf, 0xa3);
/** The element that names a codec (RFC 9559, 5.1.4.1.21): V_ for pictures, A_ for sounds. Sound itself may have such bytes in it. */
const namesCodec = (bytes: Buffer, kind: "A" | "V") =>
  new RegExp(`\\x86[\\x81-\\xff]${kind}_[A-Z]{2}`).test(bytes.toString("latin1"));
const hasOnlySound: Fits = (bytes) => namesCodec(bytes, "A") && !namesCodec(bytes, "V");
export const isMatroskaSound: Fits = (bytes) => isMatroska(bytes) && hasOnlySound(bytes);
export const isMatroskaFilm: Fits = (bytes) => isMatroska(bytes) && !hasOnlySound(bytes);

/** Control characters that texts have: tabs, line and page breaks, the end of files of DOS, and what colours a terminal's output. */
const CONTROLS = new Set([9, 10, 11, 12, 13, 26, 27]);
/** Programs leave single zeros in texts. */
const MAX_ZEROS = 0.001;
/** At most one in a short text. */
const isZeroRare = (bytes: Buffer) => {
  const zeros = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  return zeros <= Math.max(1, MAX_ZEROS * bytes.length);
};
const hasUtf16Mark = either(starts(0xff, 0xfe), starts(0xfe, 0xff));
/** UTF-16 or UTF-32 by their marks or shapes, in which bytes say nothing of characters, or any encoding that has ASCII in it. */
export const isText: Fits = (bytes) =>
  bytes.length > 0 &&
  (hasUtf16Mark(bytes) ||
    (bytes.every((byte) => byte >= 32 || byte === 0 || CONTROLS.has(byte)) && isZeroRare(bytes)) ||
    utf16In(bytes) !== undefined ||
    utf32In(bytes) !== undefined);
