import { crc32 } from "node:zlib";
import { parseHeicMetadata } from "./heic-metadata";

/**
 * Removes metadata that cameras write into pictures, such as locations, times, serial numbers and comments. Overwrites
 * it with zeros, which keeps the length and needs no decoding of the picture. Keeps the EXIF orientation and the
 * colors. Bytes after a violation of the format are zeroed.
 */
export function stripMetadata(mimeType: string, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const format = formats[mimeType];
  return format ? format(new Pieces(bytes)) : bytes;
}
export const canHoldMetadata = (mimeType: string): boolean => mimeType in formats;

type Format = (pieces: Pieces) => AsyncGenerator<Buffer>;

class Pieces {
  private readonly source: AsyncIterator<Buffer>;
  private kept: Buffer = Buffer.alloc(0);
  constructor(bytes: AsyncIterable<Buffer>) {
    this.source = bytes[Symbol.asyncIterator]();
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done) return false;
    this.kept = this.kept.length === 0 ? value : Buffer.concat([this.kept, value]);
    return true;
  }

  async take(count: number): Promise<Buffer> {
    while (this.kept.length < count && (await this.more())) {}
    const taken = this.kept.subarray(0, count);
    this.kept = this.kept.subarray(count);
    return taken;
  }

  async peek(count: number): Promise<Buffer> {
    while (this.kept.length < count && (await this.more())) {}
    return this.kept.subarray(0, count);
  }

  async *pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.kept.length === 0 && !(await this.more())) return;
      const taken = await this.take(Math.min(left, this.kept.length));
      left -= taken.length;
      yield taken;
    }
  }

  async *blank(count = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    for await (const piece of this.pass(count)) yield Buffer.alloc(piece.length);
  }

  /** Yields the bytes before the next occurrence of `byte`, which is not consumed. */
  async *until(byte: number): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.kept.length === 0 && !(await this.more())) return;
      const at = this.kept.indexOf(byte);
      const taken = await this.take(at < 0 ? this.kept.length : at);
      if (taken.length > 0) yield taken;
      if (at >= 0) return;
    }
  }
}

// The second bytes of JPEG markers, after 0xFF (ITU-T T.81, table B.1).
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const PROFILE = 0xe2;
// The application segments that are copied unchanged: JFIF (APP0) and Adobe's color transform (APP14).
const KEPT_SEGMENTS = [0xe0, 0xee];
const isRestart = (kind: number) => kind >= 0xd0 && kind <= 0xd7;

const jpeg: Format = async function* (pieces) {
  yield* pieces.pass(2);
  for (;;) {
    const marker = await pieces.peek(4);
    const [mark, kind = 0] = marker;
    if (mark === 0xff && kind === END) {
      yield* pieces.pass(2);
      // Zeroes the data after the end of the picture: some cameras append a second picture with all metadata.
      return yield* pieces.blank();
    }
    const size = marker.length === 4 ? marker.readUInt16BE(2) - 2 : -1;
    if (mark !== 0xff || kind < 0xc0 || kind === 0xff || isRestart(kind) || size < 0)
      return yield* pieces.blank();
    yield* pieces.pass(4);
    if (kind === EXIF) yield exifSegment(await pieces.take(size));
    else if (kind === PROFILE) yield profileSegment(await pieces.take(size));
    else if (kind > PROFILE && kind <= 0xfe && !KEPT_SEGMENTS.includes(kind)) yield* pieces.blank(size);
    else yield* pieces.pass(size);
    if (kind === SCAN) yield* codedPicture(pieces);
  }
};

// Yields entropy-coded data up to the next marker. Within it, 0xFF is followed by 0 or a restart marker.
async function* codedPicture(pieces: Pieces): AsyncGenerator<Buffer> {
  for (;;) {
    yield* pieces.until(0xff);
    const [, kind] = await pieces.peek(2);
    if (kind === 0xff) yield* pieces.pass(1);
    else if (kind === undefined || kind === 0 || isRestart(kind)) yield* pieces.pass(2);
    else return;
    if (kind === undefined) return;
  }
}

const EXIF_HEAD = Buffer.from("Exif\0\0", "latin1");
function exifSegment(content: Buffer): Buffer {
  const tiff = content.indexOf(EXIF_HEAD) === 0 ? orientationOnly(content.subarray(6)) : undefined;
  return tiff ? Buffer.concat([EXIF_HEAD, tiff]) : Buffer.alloc(content.length);
}
const profileSegment = (content: Buffer) =>
  content.indexOf("ICC_PROFILE\0", 0, "latin1") === 0 ? content : Buffer.alloc(content.length);

// Returns a TIFF directory with the orientation as its only entry (TIFF 6.0), padded to the original length;
// undefined without an orientation.
function orientationOnly(tiff: Buffer): Buffer | undefined {
  const orientation = readOrientation(tiff);
  if (orientation === undefined || tiff.length < 26) return undefined;
  const made = Buffer.alloc(tiff.length);
  made.write("MM\0*", 0, "latin1");
  made.writeUInt32BE(8, 4);
  made.writeUInt16BE(1, 8);
  made.writeUInt16BE(0x0112, 10);
  made.writeUInt16BE(3, 12);
  made.writeUInt32BE(1, 14);
  made.writeUInt16BE(orientation, 18);
  return made;
}

function readOrientation(tiff: Buffer): number | undefined {
  if (tiff.length < 14) return undefined;
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const at = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (at + 2 > tiff.length) return undefined;
  for (let entry = at + 2, left = short(at); left > 0 && entry + 12 <= tiff.length; entry += 12, left--) {
    if (short(entry) !== 0x0112) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

// The PNG chunks that are needed for rendering (PNG specification, third edition).
const DRAWN = new Set(
  "IHDR PLTE IDAT IEND gAMA cHRM sRGB iCCP sBIT bKGD hIST tRNS pHYs sPLT acTL fcTL fdAT cICP mDCV cLLI".split(
    " ",
  ),
);
// An unknown ancillary chunk type, which every decoder skips.
const SKIPPED = Buffer.from("noNe", "latin1");
const MAX_EXIF_BYTES = 65_536;

const png: Format = async function* (pieces) {
  yield* pieces.pass(8);
  for (;;) {
    const head = await pieces.take(8);
    if (head.length < 8) return yield head;
    const size = head.readUInt32BE();
    const kind = head.toString("latin1", 4);
    if (DRAWN.has(kind)) {
      yield head;
      yield* pieces.pass(size + 4);
      if (kind === "IEND") return yield* pieces.blank();
      continue;
    }
    const content = kind === "eXIf" && size <= MAX_EXIF_BYTES ? await pieces.take(size) : undefined;
    const kept = content && orientationOnly(content);
    const name = kept ? head.subarray(4) : SKIPPED;
    yield Buffer.concat([head.subarray(0, 4), name]);
    let sum = crc32(name);
    for await (const piece of content ? [kept ?? Buffer.alloc(content.length)] : pieces.blank(size)) {
      sum = crc32(piece, sum);
      yield piece;
    }
    const given = await pieces.take(4);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(sum);
    yield checksum.subarray(0, given.length);
  }
};

// The WebP chunks that are needed for rendering (RFC 9649).
const DRAWN_WEBP = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

const webp: Format = async function* (pieces) {
  yield* pieces.pass(4);
  const length = await pieces.peek(4);
  yield* pieces.pass(8);
  if (length.length < 4) return;
  // The length includes the four letters that were read already.
  for (let left = length.readUInt32LE() - 4; left > 0; ) {
    const head = await pieces.take(8);
    yield head;
    if (head.length < 8) return;
    const size = head.readUInt32LE(4);
    const padded = size + (size % 2);
    left -= 8 + padded;
    const kind = head.toString("latin1", 0, 4);
    if (DRAWN_WEBP.has(kind)) yield* pieces.pass(padded);
    else if (kind === "EXIF" && size <= MAX_EXIF_BYTES) yield exifChunk(await pieces.take(padded));
    else yield* pieces.blank(padded);
  }
  yield* pieces.blank();
};

// Some encoders prefix the content with the header of a JPEG's Exif segment.
function exifChunk(content: Buffer): Buffer {
  const start = content.indexOf(EXIF_HEAD) === 0 ? EXIF_HEAD.length : 0;
  const tiff = orientationOnly(content.subarray(start));
  return tiff ? Buffer.concat([content.subarray(0, start), tiff]) : Buffer.alloc(content.length);
}

// The maximum size of a `meta` box, which exceeds the tile locations of a large picture.
const MAX_META_BYTES = 4_000_000;

// The `meta` box with the item locations precedes the metadata itself (ISO 23008-12, 6.5).
const heic: Format = async function* (pieces) {
  let at = 0;
  for (;;) {
    const head = await pieces.peek(8);
    if (head.length < 8) return yield* pieces.blank();
    const size = head.readUInt32BE();
    const kind = head.toString("latin1", 4);
    if (kind !== "ftyp" && kind !== "meta") return yield* pieces.blank();
    if (size < 8 || size > MAX_META_BYTES) return yield* pieces.blank();
    const box = await pieces.take(size);
    const ranges = kind === "meta" ? readMetadata(box, at) : [];
    if (!ranges) {
      yield Buffer.alloc(box.length);
      return yield* pieces.blank();
    }
    yield without(box, at, ranges);
    at += box.length;
    if (kind !== "meta") continue;
    for await (const piece of pieces.pass(Number.POSITIVE_INFINITY)) {
      yield without(piece, at, ranges);
      at += piece.length;
    }
    return;
  }
};

function readMetadata(box: Buffer, at: number) {
  try {
    return parseHeicMetadata(box, at);
  } catch {
    return undefined;
  }
}

function without(piece: Buffer, at: number, ranges: { start: number; end: number }[]): Buffer {
  const kept = Buffer.from(piece);
  for (const { start, end } of ranges)
    kept.fill(0, Math.max(0, start - at), Math.min(kept.length, Math.max(0, end - at)));
  return kept;
}

const formats: Record<string, Format> = {
  // AVIF uses the same container format.
  "image/avif": heic,
  "image/heic": heic,
  "image/jpeg": jpeg,
  "image/png": png,
  "image/webp": webp,
};
