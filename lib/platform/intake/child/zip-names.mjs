// @ts-check
// Names of files in ZIP archives, most of which don't declare an encoding.
import yauzl from "yauzl";
import { guessText } from "../../encoding/encoding.mjs";
import { decodeAs } from "../../encoding/latin.mjs";

/** @typedef {import("yauzl").Entry} Entry */

// General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4).
const IS_UTF8 = 0x800;
// Info-ZIP Unicode Path extra field (APPNOTE 4.6.9).
const UNICODE_PATH = 0x7075;
// Encoding is detected from all non-UTF-8 names together, since one name is too short.
const MAX_SAMPLE_BYTES = 50_000;

/**
 * Decodes the names of all entries and normalizes separators to `/`.
 * @param {Entry[]} entries of an archive that was opened without decoding
 */
export function nameEntries(entries) {
  /** @type {Entry[]} */
  const others = [];
  for (const entry of entries) {
    const name = decodeName(entry);
    if (name === undefined) others.push(entry);
    else entry.fileName = toPath(name);
  }
  if (others.length === 0) return;
  const encoding = guessText(collectSample(others))?.encoding ?? "cp437";
  for (const entry of others) entry.fileName = toPath(decodeAs(entry.fileNameRaw, encoding));
}

const NEWLINE = Buffer.from("\n");

/** @param {Entry[]} entries */
function collectSample(entries) {
  const pieces = [];
  let bytes = 0;
  for (const { fileNameRaw } of entries) {
    pieces.push(fileNameRaw, NEWLINE);
    bytes += fileNameRaw.length + 1;
    if (bytes > MAX_SAMPLE_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, MAX_SAMPLE_BYTES);
}

/** @param {Entry} entry */
function decodeName({ generalPurposeBitFlag, fileNameRaw, extraFields }) {
  const isNamed =
    (generalPurposeBitFlag & IS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  if (isNamed) return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw);
  } catch {
    return undefined;
  }
}

/**
 * Normalizes separators: some Windows programs write `\`, and some Unix programs add a leading `./`.
 * @param {string} name
 */
const toPath = (name) =>
  name
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replaceAll("/./", "/");
