// @ts-check
import { Transform } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { Problem } from "./problem.mjs";
import { openFile } from "./zip-end.mjs";
import { nameEntries } from "./zip-names.mjs";

/**
 * Limits of an archive, nested archives included. `ratio`: maximum expansion, in bytes per compressed byte.
 * @typedef {{ members: number, bytes: number, ratio: number }} ArchiveLimits
 * @typedef {import("yauzl").Entry} Entry
 * @typedef {import("yauzl").ZipFile} ZipFile
 */

const MB = 1024 * 1024;
// Allows for additional entries: folders, and the metadata files that some systems add for each file.
const ENTRIES_PER_MEMBER = 3;
// Size of a local file header without names (APPNOTE 4.3.7).
const MIN_HEADER_BYTES = 30;
export const TOO_LARGE = "too_large";

/** @param {Entry} entry */
const isFolder = ({ fileName }) => fileName.endsWith("/");
/**
 * Detects metadata files of operating systems.
 * @param {Entry} entry
 */
const isLeftover = ({ fileName }) =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i.test(fileName);

export class ArchiveCounter {
  #members = 0;
  #bytes = 0;

  /** @param {ArchiveLimits} limits @param {number} size bytes of the outermost archive */
  constructor(limits, size) {
    this.limits = limits;
    this.size = size;
  }

  /** @param {Entry} entry @throws {Problem} naming the limit */
  add({ uncompressedSize }) {
    const { members, bytes, ratio } = this.limits;
    this.#bytes += uncompressedSize;
    if (++this.#members > members) throw new Problem(`It has more than ${members} files in it.`, TOO_LARGE);
    if (this.#bytes > bytes) throw new Problem(`It unpacks to more than ${bytes / MB} MB.`, TOO_LARGE);
    if (this.#bytes > ratio * this.size)
      throw new Problem(`It unpacks to more than ${ratio} times its size.`, TOO_LARGE);
  }

  get maxEntries() {
    return this.limits.members * ENTRIES_PER_MEMBER;
  }
}

/**
 * Opens an archive and reads its central directory. Limits are checked without decompressing; `openEntry` verifies
 * that the content matches the directory. `entries` excludes folders and operating systems' metadata.
 * @param {string} path
 * @param {ArchiveLimits | ArchiveCounter} limits
 * @returns {Promise<{ archive: ZipFile, entries: Entry[] }>}
 * @throws {Problem} when a limit is exceeded or the file is not a ZIP archive
 */
export async function openArchive(path, limits) {
  const archive = await describeFaults(async () => {
    const { reader, size } = await openFile(path);
    return yauzl.fromRandomAccessReaderPromise(reader, size, { autoClose: false, decodeStrings: false });
  });
  const tally = limits instanceof ArchiveCounter ? limits : new ArchiveCounter(limits, archive.fileSize);
  return { archive, entries: await listFiles(archive, tally) };
}

/** @param {ZipFile} archive @param {ArchiveCounter} tally */
async function listFiles(archive, tally) {
  if (archive.entryCount > tally.maxEntries)
    throw new Problem(`It has more than ${tally.maxEntries} entries.`, TOO_LARGE);
  /** @type {Entry[]} */
  const entries = [];
  const names = new Set();
  /** @type {{ start: number, end: number }[]} */
  const spans = [];
  await describeFaults(async () => {
    /** @type {Entry[]} */
    const all = [];
    for await (const entry of archive.eachEntry()) all.push(entry);
    nameEntries(all);
    for (const entry of all) {
      requirePlain(entry);
      const start = entry.relativeOffsetOfLocalHeader;
      spans.push({ start, end: start + MIN_HEADER_BYTES + entry.fileNameLength + entry.compressedSize });
      if (isFolder(entry) || isLeftover(entry)) continue;
      const name = entry.fileName.normalize("NFC");
      if (names.has(name)) throw new Problem("It holds two files of the same name.");
      names.add(name);
      tally.add(entry);
      entries.push(entry);
    }
  });
  spans.sort((a, b) => a.start - b.start);
  if (spans.some(({ start }, at) => at > 0 && start < /** @type {{ end: number }} */ (spans[at - 1]).end))
    throw new Problem("It holds files that overlap.");
  return entries;
}

/**
 * @param {Entry} entry
 * @throws {Problem} for symbolic links, devices and encrypted files
 */
function requirePlain(entry) {
  if (entry.isEncrypted()) throw new Problem("It is protected with a password.");
  // If the archive was created on Unix, the upper 16 bits hold the file mode. Entries whose type (S_IFMT) is set but
  // neither a regular file nor a directory are refused.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (![0, 0o100000, 0o040000].includes(kind)) throw new Problem("It holds a link or another special file.");
  if (yauzl.validateFileName(entry.fileName))
    throw new Problem("It holds a file whose name leads out of it.");
  const parts = entry.fileName.replace(/\/$/, "").split("/");
  if (parts.some((part) => !part.trim() || part === ".") || /\p{Cc}/u.test(entry.fileName))
    throw new Problem("It holds a file with an invalid name.");
  if (![0, 8].includes(entry.compressionMethod))
    throw new Problem("It is packed by a method that is not supported.");
}

/**
 * Streams the content of an entry. The stream fails with a Problem when the content differs from the central
 * directory.
 * @param {ZipFile} archive
 * @param {Entry} entry
 */
export async function openEntry(archive, entry) {
  const source = await describeFaults(() => archive.openReadStreamPromise(entry));
  let sum = 0;
  const checked = new Transform({
    transform(chunk, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === entry.crc32 ? null : new Problem("It is damaged: a checksum is wrong.")),
  });
  source.on("error", (error) => checked.destroy(toProblem(error)));
  // The stream may fail before a reader is attached; an error without a listener would end the process. The reader
  // still gets the error.
  checked.on("error", () => {});
  checked.on("close", () => source.destroy());
  return source.pipe(checked);
}

/** @template T @param {() => Promise<T>} work */
async function describeFaults(work) {
  try {
    return await work();
  } catch (error) {
    throw toProblem(error);
  }
}

/**
 * yauzl reports malformed archives as plain errors; system errors pass through unchanged.
 * @param {unknown} error
 * @returns {Error}
 */
function toProblem(error) {
  if (error instanceof Problem) return error;
  const { message, code = "" } = /** @type {NodeJS.ErrnoException} */ (error);
  if (/^E[A-Z]+$/.test(code)) return /** @type {Error} */ (error);
  if (/encrypt/.test(message)) return new Problem("It is protected with a password.");
  if (/absolute path|invalid relative path|invalid characters in fileName/.test(message))
    return new Problem("It holds a file whose name leads out of it.");
  if (/bytes in the stream|size mismatch/.test(message))
    return new Problem("It holds a file of another size than it says.");
  return new Problem("It is damaged, or no ZIP archive.");
}
