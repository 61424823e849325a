import type { Readable, TransformCallback } from "node:stream";
import { Transform } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";

const MB = 1024 * 1024;

/** A rule that an archive breaks; `message` names it, as a sentence for a person. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  constructor(
    message: string,
    /** Too much of something, or built in a way that is not taken. */
    readonly kind: "too_large" | "unfit" = "unfit",
  ) {
    super(message);
  }
}

/** `ratio`: how many bytes may come out of each byte of the archive. */
export type Limits = { members: number; bytes: number; ratio: number };
/** What a ZIP archive may hold, those within it included. */
export const ARCHIVE: Limits = { members: 1_000, bytes: 200 * MB, ratio: 100 };
/** Documents of Office are ZIP archives too. Honest ones have been seen with a ratio of 89. */
export const OFFICE: Limits = { members: 10_000, bytes: 200 * MB, ratio: 200 };

/** Folders, and what some systems put beside each file, are entries too. */
const ENTRIES_PER_MEMBER = 3;
/** Bytes of a local file header without names (APPNOTE 4.3.7). */
const LEAST_HEADER = 30;

type Entry = yauzl.Entry;
const isFolder = ({ fileName }: Entry) => fileName.endsWith("/");
/** What systems leave beside people's files. */
const isLeftover = ({ fileName }: Entry) =>
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i.test(fileName);

/** How much has been found so far, archives within archives included. */
export class Tally {
  #members = 0;
  #bytes = 0;

  /** @param size bytes of the outermost archive */
  constructor(
    private readonly limits: Limits,
    private readonly size: number,
  ) {}

  /** @throws ArchiveError naming the limit */
  add({ uncompressedSize }: Entry): void {
    this.#bytes += uncompressedSize;
    if (++this.#members > this.limits.members)
      throw new ArchiveError(`has more than ${this.limits.members} files in it`, "too_large");
    if (this.#bytes > this.limits.bytes)
      throw new ArchiveError(`unpacks to more than ${this.limits.bytes / MB} MB`, "too_large");
    if (this.#bytes > this.limits.ratio * this.size)
      throw new ArchiveError(`unpacks to more than ${this.limits.ratio} times its size`, "too_large");
  }

  get mostEntries(): number {
    return this.limits.members * ENTRIES_PER_MEMBER;
  }
}

/**
 * Opens an archive, reads its list of contents, and closes it after `use`.
 * Nothing is unpacked to check it; that what comes out is what the list says
 * is checked by `streamOf`. `entries` has files only, without systems' leftovers.
 * @throws ArchiveError when it breaks a rule or is no ZIP archive
 */
export async function withZip<T>(
  path: string,
  limits: Limits | Tally,
  use: (entries: Entry[], archive: yauzl.ZipFile) => Promise<T>,
): Promise<T> {
  const archive = await asArchive(() => yauzl.openPromise(path, { autoClose: false, strictFileNames: true }));
  try {
    const tally = limits instanceof Tally ? limits : new Tally(limits, archive.fileSize);
    return await use(await listed(archive, tally), archive);
  } finally {
    archive.close();
  }
}

async function listed(archive: yauzl.ZipFile, tally: Tally): Promise<Entry[]> {
  if (archive.entryCount > tally.mostEntries)
    throw new ArchiveError(`has more than ${tally.mostEntries} entries`, "too_large");
  const entries: Entry[] = [];
  const names = new Set<string>();
  const spans: { start: number; end: number }[] = [];
  await asArchive(async () => {
    for await (const entry of archive.eachEntry()) {
      requirePlain(entry);
      const start = entry.relativeOffsetOfLocalHeader;
      spans.push({ start, end: start + LEAST_HEADER + entry.fileNameLength + entry.compressedSize });
      if (isFolder(entry) || isLeftover(entry)) continue;
      const name = entry.fileName.normalize("NFC");
      if (names.has(name)) throw new ArchiveError("holds two files of the same name");
      names.add(name);
      tally.add(entry);
      entries.push(entry);
    }
  });
  spans.sort((a, b) => a.start - b.start);
  if (spans.some(({ start }, at) => at > 0 && start < spans[at - 1]!.end))
    throw new ArchiveError("holds files that overlap");
  return entries;
}

/** @throws ArchiveError for what is no ordinary file or folder */
function requirePlain(entry: Entry): void {
  if (entry.isEncrypted()) throw new ArchiveError("is protected with a password");
  // The upper half has the mode of Unix, where it was packed there (S_IFMT): none, a file or a folder.
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (![0, 0o100000, 0o040000].includes(kind)) throw new ArchiveError("holds a link or another special file");
  const parts = entry.fileName.replace(/\/$/, "").split("/");
  if (parts.some((part) => !part.trim() || part === ".") || /\p{Cc}/u.test(entry.fileName))
    throw new ArchiveError("holds a file with an invalid name");
  if (![0, 8].includes(entry.compressionMethod))
    throw new ArchiveError("is packed by a method that is not supported");
}

/** What a file of an archive holds. It fails with an ArchiveError when that is not what the list of contents says. */
export async function streamOf(archive: yauzl.ZipFile, entry: Entry): Promise<Readable> {
  const source = await asArchive(() => archive.openReadStreamPromise(entry));
  let sum = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === entry.crc32 ? null : new ArchiveError("is damaged: a checksum is wrong")),
  });
  source.on("error", (error) => checked.destroy(faultOf(error)));
  // It may fail before its reader listens, who then still hears of it; nobody listening would end the application.
  checked.on("error", () => {});
  checked.on("close", () => source.destroy());
  return source.pipe(checked);
}

async function asArchive<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw faultOf(error);
  }
}

/** What yauzl says of archives, which it does with plain errors; what the system says stays as it is. */
function faultOf(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  const { message, code = "" } = error as NodeJS.ErrnoException;
  if (/^E[A-Z]+$/.test(code)) return error as Error;
  if (/encrypt/.test(message)) return new ArchiveError("is protected with a password");
  if (/absolute path|invalid relative path|invalid characters in fileName/.test(message))
    return new ArchiveError("holds a file whose name leads out of it");
  if (/bytes in the stream|size mismatch/.test(message))
    return new ArchiveError("holds a file of another size than it says");
  return new ArchiveError("is damaged, or no ZIP archive");
}
