// @ts-check
// Names of files in ZIP archives, which seldom say their encoding.
import yauzl from "yauzl";
import { guessText } from "../../encoding/encoding.mjs";
import { decodeAs } from "../../encoding/latin.mjs";

/** @typedef {import("yauzl").Entry} Entry */

/** The name is in UTF-8 (APPNOTE 4.4.4, bit 11). */
const IS_UTF8 = 0x800;
/** Info-ZIP's Unicode path (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075;
/** Names that are no UTF-8 are looked at together, since one alone tells little. In bytes. */
const MAX_SAMPLE_BYTES = 50_000;

/**
 * Decodes the names of an archive, and writes them with `/` between folders.
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
  const encoding = guessText(sampleOf(others))?.encoding ?? "cp437";
  for (const entry of others) entry.fileName = toPath(decodeAs(entry.fileNameRaw, encoding));
}

const NEWLINE = Buffer.from("\n");

/** @param {Entry[]} entries */
function sampleOf(entries) {
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

/** Some programs of Windows write its separator, and some of Unix where they stand. @param {string} name */
const toPath = (name) =>
  name
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replaceAll("/./", "/");
