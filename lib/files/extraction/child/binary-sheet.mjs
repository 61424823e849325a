// @ts-check
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const CELLS = new Set([
  ...Array.from({ length: 19 }, (_, kind) => kind),
  62,
  0x81,
  0x82,
  0x91,
  0x92,
  0x93,
  0x94,
]);
const SHEET = /\/xl\/worksheets\/[^/]+\.bin$/;

/**
 * Iterates the records of a binary part (MS-XLSB 2.1.4).
 * @param {Buffer} bytes
 * @returns {Generator<{ kind: number, content: Buffer, whole: Buffer }>}
 */
export function* readRecords(bytes) {
  for (let at = 0; at < bytes.length; ) {
    const start = at;
    let kind = bytes[at++] ?? 0;
    if (kind & 0x80) kind = (kind & 0x7f) | (((bytes[at++] ?? 0) & 0x7f) << 7);
    let length = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[at++] ?? 0;
      length |= (byte & 0x7f) << shift;
      if (!(byte & 0x80)) break;
    }
    yield { kind, content: bytes.subarray(at, at + length), whole: bytes.subarray(start, at + length) };
    at += length;
  }
}

/**
 * Removes all records but cells from binary sheets, because SheetJS drops a sheet with an unknown record.
 * @param {Buffer} bytes
 * @returns {Buffer}
 */
export function withCellsOnly(bytes) {
  const { CFB } = require("@e965/xlsx");
  const file = CFB.read(bytes, { type: "buffer" });
  for (const [at, path] of file.FullPaths.entries()) {
    if (!SHEET.test(path)) continue;
    const entry = file.FileIndex[at];
    const kept = [...readRecords(Buffer.from(entry.content))].filter(({ kind }) => CELLS.has(kind));
    entry.content = Buffer.concat(kept.map(({ whole }) => whole));
    entry.size = entry.content.length;
  }
  return CFB.write(file, { type: "buffer", fileType: "zip" });
}
