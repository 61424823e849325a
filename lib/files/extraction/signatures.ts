import { detectUtf32 } from "./child/unusual-encodings.mjs";
import { detectUtf16 } from "./child/utf16.mjs";

/** Tests the first bytes of a file. Signatures follow https://en.wikipedia.org/wiki/List_of_file_signatures. */
export type SignatureTest = (bytes: Buffer) => boolean;

export const matchBytes =
  (...signature: number[]): SignatureTest =>
  (bytes) =>
    signature.every((byte, i) => bytes[i] === byte);

export const matchWord =
  (text: string, at = 0): SignatureTest =>
  (bytes) =>
    bytes.toString("latin1", at, at + text.length) === text;

export const matchEither =
  (...options: SignatureTest[]): SignatureTest =>
  (bytes) =>
    options.some((fits) => fits(bytes));

export const matchRiff =
  (kind: string): SignatureTest =>
  (bytes) =>
    matchWord("RIFF")(bytes) && matchWord(kind, 8)(bytes);

export const isZip = matchEither(matchBytes(0x50, 0x4b, 0x03, 0x04), matchBytes(0x50, 0x4b, 0x05, 0x06));
export const isOldOffice = matchBytes(0xd0, 0xcf, 0x11, 0xe0);

export const isRtf = matchWord("{\\rtf");
export const isTiff = matchEither(matchBytes(0x49, 0x49, 0x2a, 0x00), matchBytes(0x4d, 0x4d, 0x00, 0x2a));

// Brands of images with HEVC, or with an unspecified codec (ISO 23008-12, B.4).
const HEIC = ["heic", "heix", "heim", "heis", "mif1"];
export const isHeic: SignatureTest = (bytes) =>
  matchWord("ftyp", 4)(bytes) && HEIC.includes(bytes.toString("latin1", 8, 12)) && !isAvif(bytes);
/** Images with AV1 as the major or a compatible brand (AVIF 1.1, 6.2). */
export const isAvif: SignatureTest = (bytes) => isAvifBrand.test(bytes.toString("latin1", 4, 64));
const isAvifBrand = /^ftyp(?:.{4})*?avi[fs]/s;
/** Tests the header's length at byte 14, since some programs leave the file size empty (BITMAPFILEHEADER). */
export const isBmp: SignatureTest = (bytes) =>
  matchWord("BM")(bytes) &&
  bytes.length > 18 &&
  [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14));
const PICTURES = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"];
/** Accepts older QuickTime movies too, which lack the `ftyp` box. */
export const isMovie: SignatureTest = (bytes) =>
  matchWord("ftyp", 4)(bytes)
    ? !PICTURES.includes(bytes.toString("latin1", 8, 12))
    : ["moov", "mdat", "wide", "free", "skip"].some((box) => matchWord(box, 4)(bytes));

/** Tests the sync bits, layer III, and a valid bit rate and sampling rate (ISO 11172-3, 2.4.1.3). */
export const isMp3Frame: SignatureTest = ([a = 0, b = 0, c = 0]) =>
  a === 0xff &&
  (b & 0xe6) === 0xe2 &&
  (b & 0x18) !== 0x08 &&
  (c & 0xf0) !== 0xf0 &&
  (c & 0xf0) !== 0 &&
  (c & 0x0c) !== 0x0c;

/** Tests for raw AAC: the sync bits and layer 0 (ISO 13818-7, 6.2). */
export const isAdtsFrame: SignatureTest = ([a = 0, b = 0]) => a === 0xff && (b & 0xf6) === 0xf0;

const isMatroska = matchBytes(0x1a, 0x45, 0xdf, 0xa3);
// Finds a CodecID element (RFC 9559, 5.1.4.1.21), whose value begins with V_ for video and A_ for audio. Two more
// letters must follow, because audio data may contain shorter patterns by chance.
const namesCodec = (bytes: Buffer, kind: "A" | "V") =>
  new RegExp(`\\x86[\\x81-\\xff]${kind}_[A-Z]{2}`).test(bytes.toString("latin1"));
const hasOnlySound: SignatureTest = (bytes) => namesCodec(bytes, "A") && !namesCodec(bytes, "V");
export const isMatroskaSound: SignatureTest = (bytes) => isMatroska(bytes) && hasOnlySound(bytes);
export const isMatroskaFilm: SignatureTest = (bytes) => isMatroska(bytes) && !hasOnlySound(bytes);

// Control characters that occur in text: tab, line feed, vertical tab, form feed, carriage return, the DOS
// end-of-file mark, and escape.
const CONTROLS = new Set([9, 10, 11, 12, 13, 26, 27]);
const MAX_ZEROS = 0.001;
const isZeroRare = (bytes: Buffer) => {
  const zeros = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0);
  return zeros <= Math.max(1, MAX_ZEROS * bytes.length);
};
const hasUtf16Mark = matchEither(matchBytes(0xff, 0xfe), matchBytes(0xfe, 0xff));
/** Accepts UTF-16 and UTF-32 by byte order mark or byte pattern, and any ASCII-compatible encoding. */
export const isText: SignatureTest = (bytes) =>
  bytes.length > 0 &&
  (hasUtf16Mark(bytes) ||
    (bytes.every((byte) => byte >= 32 || byte === 0 || CONTROLS.has(byte)) && isZeroRare(bytes)) ||
    detectUtf16(bytes) !== undefined ||
    detectUtf32(bytes) !== undefined);
