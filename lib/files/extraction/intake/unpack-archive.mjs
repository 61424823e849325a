// @ts-check
// Checks the central directory of ZIP archives and unpacks their files one at a time.
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Problem } from "../../../platform/intake/child/problem.mjs";
import { ArchiveCounter, openArchive, openEntry } from "../../../platform/intake/child/zip.mjs";

/**
 * @typedef {import("../../../platform/intake/child/main.mjs").Host} Host
 * @typedef {import("../../../platform/intake/child/zip.mjs").ArchiveLimits} ArchiveLimits
 * @typedef {import("../../../platform/intake/child/zip.mjs").Entry} Entry
 * @typedef {import("../../../platform/intake/child/zip.mjs").ZipFile} ZipFile
 * @typedef {{ limits: ArchiveLimits, parts?: string }} ArchiveRule `parts`: a pattern of lowercase names, one of
 * which the archive must contain
 * @typedef {{ folder: string, name: string }} MemberPlace `folder`: names joined by `/`, empty at the top level; a
 * nested archive counts as a folder
 */

const MEMBER = "member";
const INNER_ARCHIVE = "inner";

/** Checks the central directory of the input without unpacking it. @param {ArchiveRule} rule @param {Host} host */
export const checkInput = (rule, { input }) => check(input, rule);

/** Checks the file that was unpacked last, which is an archive too. @param {ArchiveRule} rule @param {Host} host */
export const checkMember = (rule, { outputPath }) => check(outputPath(MEMBER), rule);

/** @param {string} path @param {ArchiveRule} rule */
async function check(path, { limits, parts }) {
  const { archive, entries } = await openArchive(path, limits);
  archive.close();
  if (parts && !entries.some(({ fileName }) => new RegExp(parts).test(fileName.toLowerCase())))
    throw new Problem("It is not what its name says: it has no document in it.", "no_document");
  if (entries.length === 0) throw new Problem("It is empty.");
}

/** @type {AsyncGenerator<MemberPlace> | undefined} */
let members;

/**
 * Unpacks the next file, including files of nested archives, and returns its place, or null at the end.
 * @param {ArchiveLimits} limits
 * @param {Host} host
 * @returns {Promise<MemberPlace | null>}
 */
export async function unpackNext(limits, host) {
  members ??= unpack(limits, host);
  const { value } = await members.next();
  return value ?? null;
}

/** @param {string} name */
const isZip = (name) => /\.zip$/i.test(name);

/** @param {ArchiveLimits} limits @param {Host} host @returns {AsyncGenerator<MemberPlace>} */
async function* unpack(limits, host) {
  const { archive, entries } = await openArchive(host.input, limits);
  const tally = new ArchiveCounter(limits, archive.fileSize);
  for (const entry of entries) {
    tally.add(entry);
    const { folder, name } = toPlace(entry.fileName);
    if (isZip(name)) {
      await write(archive, entry, host.outputPath(INNER_ARCHIVE));
      yield* unpackInner(joinFolders(folder, name), tally, host);
    } else {
      await write(archive, entry, host.outputPath(MEMBER));
      yield { folder, name };
    }
  }
}

/** @param {string} parent @param {ArchiveCounter} tally @param {Host} host @returns {AsyncGenerator<MemberPlace>} */
async function* unpackInner(parent, tally, { outputPath }) {
  const { archive, entries } = await openArchive(outputPath(INNER_ARCHIVE), tally);
  for (const entry of entries) {
    const { folder, name } = toPlace(entry.fileName);
    if (isZip(name)) throw new Problem("It holds an archive within an archive within it.");
    await write(archive, entry, outputPath(MEMBER));
    yield { folder: joinFolders(parent, folder), name };
  }
  archive.close();
}

/** @param {ZipFile} archive @param {Entry} entry @param {string} path */
const write = async (archive, entry, path) =>
  pipeline(await openEntry(archive, entry), createWriteStream(path));

/** @param {string[]} folders */
const joinFolders = (...folders) => folders.filter(Boolean).join("/");

/** @param {string} path @returns {MemberPlace} */
function toPlace(path) {
  const parts = path.split("/").map((part) => part.trim());
  const name = /** @type {string} */ (parts.pop());
  return { name, folder: parts.join("/") };
}
