// @ts-check
// Reads a pack of Git objects (gitformat-pack).
import { createHash } from "node:crypto";
import { closeSync, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import { createInflate, inflateSync } from "node:zlib";
import { readVarint } from "./git-delta.mjs";
import { createNoRepositoryError } from "./git-protocol.mjs";

/** @typedef {"commit" | "tree" | "blob" | "tag"} ObjectType */
/**
 * @typedef {object} Entry
 * @property {number} offset
 * @property {ObjectType} [type] absent for a delta
 * @property {number} size uncompressed size of the object or delta in bytes
 * @property {number} dataAt offset of the compressed data in the pack
 * @property {number} [baseOffset] offset of a delta's base in the pack; absent when `baseId` is set
 * @property {string} [baseId] id of a delta's base; absent when `baseOffset` is set
 */

/** @type {Record<number, ObjectType | undefined>} */
const TYPES = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;
const MAX_ENTRY_HEAD_BYTES = 40;
const ID_BYTES = 20;
// Signature, version and number of objects.
const HEAD_BYTES = 12;
const WINDOW_BYTES = 256 * 1024;

/**
 * Returns the upper bound of an entry's compressed size (zlib's bound with small blocks).
 * @param {number} size
 */
const maxPackedBytes = (size) => size + Math.ceil(size / 8) + 128;

export class Pack {
  #window = Buffer.alloc(0);
  #windowAt = 0;

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    this.file = openSync(path, "r");
    this.bytes = fstatSync(this.file).size;
    const head = this.#read(0, HEAD_BYTES);
    if (head.length < HEAD_BYTES || head.toString("latin1", 0, 4) !== "PACK") throw createNoRepositoryError();
    this.count = head.readUInt32BE(8);
  }

  static HEAD_BYTES = HEAD_BYTES;

  close() {
    closeSync(this.file);
  }

  /**
   * Reads up to `length` bytes; fewer at the end of the file.
   * @param {number} at
   * @param {number} length
   */
  #read(at, length) {
    const start = at - this.#windowAt;
    if (start >= 0 && start + length <= this.#window.length)
      return this.#window.subarray(start, start + length);
    const window = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES));
    this.#window = window.subarray(0, readSync(this.file, window, 0, window.length, at));
    this.#windowAt = at;
    return this.#window.subarray(0, length);
  }

  /** @param {number} offset @returns {Entry} */
  readEntry(offset) {
    const head = this.#read(offset, MAX_ENTRY_HEAD_BYTES);
    const first = head[0] ?? 0;
    const kind = (first >> 4) & 7;
    let size = first & 0x0f;
    let at = 1;
    if (first & 0x80) {
      const rest = readVarint(head, at);
      size += rest.value * 16;
      at = rest.end;
    }
    if (kind === OFFSET_DELTA) {
      const base = readOffset(head, at);
      const baseOffset = offset - base.value;
      if (baseOffset < HEAD_BYTES || base.value === 0) throw createNoRepositoryError();
      return { offset, size, dataAt: offset + base.end, baseOffset };
    }
    if (kind === REFERENCE_DELTA)
      return {
        offset,
        size,
        dataAt: offset + at + ID_BYTES,
        baseId: head.toString("hex", at, at + ID_BYTES),
      };
    const type = TYPES[kind];
    if (!type) throw createNoRepositoryError();
    return { offset, type, size, dataAt: offset + at };
  }

  /**
   * Unpacks an entry and rejects one that is larger than its header says.
   * @param {Entry} entry
   * @returns {{ data: Buffer, end: number }}
   */
  unpack({ size, dataAt }) {
    const packed = this.#read(dataAt, maxPackedBytes(size));
    try {
      // The spare bytes let zlib find the end of the compressed data within the first chunk.
      const { buffer, engine } = /** @type {any} */ (
        inflateSync(packed, { info: true, maxOutputLength: size + 1, chunkSize: size + 64 })
      );
      if (buffer.length !== size) throw createNoRepositoryError();
      return { data: buffer, end: dataAt + engine.bytesWritten };
    } catch {
      throw createNoRepositoryError();
    }
  }

  /**
   * Finds the end and the id of an entry without holding its content in memory.
   * @param {Entry} entry
   * @returns {Promise<{ id: string, end: number }>}
   */
  async skip({ type, size, dataAt }) {
    const hash = createHash("sha1").update(`${type} ${size}\0`);
    const packed = createReadStream(this.path, { start: dataAt });
    const unpacked = createInflate();
    unpacked.on("close", () => packed.destroy());
    packed.on("error", () => unpacked.destroy(createNoRepositoryError())).pipe(unpacked);
    let length = 0;
    try {
      for await (const chunk of unpacked) {
        length += chunk.length;
        if (length > size) throw createNoRepositoryError();
        hash.update(chunk);
      }
    } catch {
      throw createNoRepositoryError();
    }
    if (length !== size) throw createNoRepositoryError();
    return { id: hash.digest("hex"), end: dataAt + unpacked.bytesWritten };
  }
}

/**
 * Reads the distance to a delta's base: a big-endian variable-length integer in which every value has one encoding
 * (gitformat-pack, OFS_DELTA).
 * @param {Buffer} bytes
 * @param {number} at
 */
function readOffset(bytes, at) {
  let value = 0;
  for (let next = at; ; next++) {
    const byte = bytes[next];
    if (byte === undefined || value > 2 ** 40) throw createNoRepositoryError();
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: next + 1 };
    value++;
  }
}

/** @param {ObjectType} type @param {Buffer} data */
export const hashObject = (type, data) =>
  createHash("sha1").update(`${type} ${data.length}\0`).update(data).digest("hex");
