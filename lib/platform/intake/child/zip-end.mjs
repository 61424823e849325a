// @ts-check
// Finds the end of a ZIP archive, because other programs append signatures or padding.
import { close, closeSync, fstatSync, openSync, read, readSync } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import yauzl from "yauzl";

// End of central directory record (APPNOTE 4.3.16): signature, size without the comment, offset of the comment's
// length.
const SIGNATURE = Buffer.from("PK\x05\x06", "latin1");
const RECORD_BYTES = 22;
const COMMENT_LENGTH_AT = 20;
const PIECE_BYTES = 64 * 1024;
// The record is searched for in this many bytes at the end of a file: a comment has at most 64 KB, and at most the same
// amount of appended data is supported.
const MAX_TAIL_BYTES = RECORD_BYTES + 2 * 0xffff;

/**
 * Opens a file for yauzl.
 * @param {string} path
 * @returns {Promise<{ reader: FileReader, size: number }>} `size`: bytes up to the end of the archive, or of the file
 * when no end is found
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

/**
 * Cuts off bytes after the end of the archive.
 * @param {Buffer} bytes
 */
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

/**
 * Reads without Node's file streams, because they close the descriptor when they are destroyed.
 * @param {number} fd
 * @param {number} start
 * @param {number} end
 */
async function* readRange(fd, start, end) {
  for (let at = start; at < end; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - at));
    const { bytesRead } = await readPiece(fd, piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

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

  /**
   * @override
   * @param {Buffer} buffer @param {number} offset @param {number} length @param {number} position
   * @param {(error: Error | null) => void} done
   */
  read(buffer, offset, length, position, done) {
    read(this.fd, buffer, offset, length, position, (error) => done(error));
  }

  /** @override @param {(error: Error | null) => void} done */
  close(done) {
    close(this.fd, (error) => done(error ?? null));
  }
}
