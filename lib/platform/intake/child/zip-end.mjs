// @ts-check
// Where a ZIP archive ends: other programs append bytes to it, such as signatures and padding.
import { close, closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import yauzl from "yauzl";

/** The end of central directory record (APPNOTE 4.3.16): its signature, its bytes without the comment, and where the comment's length is. */
const SIGNATURE = Buffer.from("PK\x05\x06", "latin1");
const RECORD_BYTES = 22;
const COMMENT_LENGTH_AT = 20;
const PIECE_BYTES = 64 * 1024;
/** Bytes at the end of a file in which the record is looked for: a comment has 64 KB at most, and what follows may have as many. */
const MAX_TAIL_BYTES = RECORD_BYTES + 2 * 0xffff;

/**
 * Opens a file for yauzl.
 * @param {string} path
 * @returns {Promise<{ reader: FileReader, size: number }>} `size`: bytes of the archive at the beginning of the file; all of them when it has no end
 */
export async function openFile(path) {
  const fd = openSync(path, "r");
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(0, size - MAX_TAIL_BYTES);
    const tail = Buffer.alloc(size - start);
    readSync(fd, tail, 0, tail.length, start);
    return { reader: new FileReader(fd), size: start + endIn(tail) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** An archive without what follows it. @param {Buffer} bytes */
export function trimArchive(bytes) {
  const start = Math.max(0, bytes.length - MAX_TAIL_BYTES);
  return bytes.subarray(0, start + endIn(bytes.subarray(start)));
}

/** @param {Buffer} tail */
function endIn(tail) {
  for (
    let at = tail.lastIndexOf(SIGNATURE);
    at >= 0;
    at = at > 0 ? tail.lastIndexOf(SIGNATURE, at - 1) : -1
  ) {
    if (at + RECORD_BYTES > tail.length) continue;
    const end = at + RECORD_BYTES + tail.readUInt16LE(at + COMMENT_LENGTH_AT);
    if (end <= tail.length) return end;
  }
  return tail.length;
}

const readPiece = promisify(read);

/** A stream of Node would close the file when it is destroyed. @param {number} fd @param {number} start @param {number} end */
async function* readRange(fd, start, end) {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
    const { bytesRead } = await readPiece(fd, piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Reads ranges of an open file. */
class FileReader extends yauzl.RandomAccessReader {
  /** @param {number} fd */
  constructor(fd) {
    super();
    this.fd = fd;
  }

  /** @override @param {number} start @param {number} end */
  _readStreamForRange(start, end) {
    return Readable.from(readRange(this.fd, start, end), { objectMode: false });
  }

  /** @override @param {Buffer} buffer @param {number} offset @param {number} length @param {number} position @param {(error: Error | null) => void} done */
  read(buffer, offset, length, position, done) {
    read(this.fd, buffer, offset, length, position, (error) => done(error));
  }

  /** @override @param {(error: Error | null) => void} done */
  close(done) {
    close(this.fd, (error) => done(error ?? null));
  }
}
