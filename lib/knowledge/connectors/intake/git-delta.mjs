// @ts-check
// Applies deltas of objects in a pack (gitformat-pack, "Deltified representation").
import { createNoRepositoryError } from "./git-protocol.mjs";

/**
 * Reads a little-endian integer of 7 bits per byte.
 * @param {Buffer} bytes
 * @param {number} at
 */
export function readVarint(bytes, at) {
  let value = 0;
  let factor = 1;
  for (let next = at; ; next++) {
    const byte = bytes[next];
    if (byte === undefined || factor > 2 ** 42) throw createNoRepositoryError();
    value += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) return { value, end: next + 1 };
  }
}

/**
 * Returns the sizes in a delta's header.
 * @param {Buffer} delta
 */
export function readSizes(delta) {
  const base = readVarint(delta, 0);
  const result = readVarint(delta, base.end);
  return { base: base.value, result: result.value, end: result.end };
}

/**
 * @param {Buffer} base
 * @param {Buffer} delta
 * @returns {Buffer} of the size in the delta's header
 */
export function applyDelta(base, delta) {
  const sizes = readSizes(delta);
  if (sizes.base !== base.length) throw createNoRepositoryError();
  const result = Buffer.allocUnsafe(sizes.result);
  let written = 0;
  let at = sizes.end;
  while (at < delta.length) {
    const order = /** @type {number} */ (delta[at++]);
    let source = delta;
    let from = at;
    let size = order;
    if (order & 0x80) {
      let offset = 0;
      size = 0;
      for (let n = 0; n < 4; n++) if (order & (1 << n)) offset += (delta[at++] ?? 0) * 256 ** n;
      for (let n = 0; n < 3; n++) if (order & (0x10 << n)) size += (delta[at++] ?? 0) * 256 ** n;
      size ||= 0x10000;
      source = base;
      from = offset;
    } else at += size;
    if (size === 0 || from + size > source.length || written + size > result.length)
      throw createNoRepositoryError();
    source.copy(result, written, from, from + size);
    written += size;
  }
  if (written !== result.length) throw createNoRepositoryError();
  return result;
}
