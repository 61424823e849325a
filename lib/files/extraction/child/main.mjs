// @ts-check
// Reads files for the application sequentially, in a separate process because files are untrusted: a parser that
// loops, exhausts memory or crashes ends only this process.
import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { closeNetwork } from "../../../platform/intake/child/network.mjs";
import { detectExtension } from "./content.mjs";
import { Output, Unreadable } from "./output.mjs";
import { readers } from "./readers.mjs";

/**
 * @typedef {{ id: number, path: string, into: string, reader: import("./readers.mjs").ReaderName, language?: string,
 * attachable: Attachable, how: import("./readers.mjs").How, cpuSeconds: { text: number, picture: number } }} Job
 * `into`: output path of the text; `cpuSeconds`: limits of processor time for the file before its first image, and
 * for each image
 * @typedef {Record<string, { reader: import("./readers.mjs").ReaderName, language?: string }>} Attachable readers of
 * attachments by file name extension and by media type
 * @typedef {{ id: number, progress: number } | { id: number, slow: true }} News
 * @typedef {{ id: number, parts: import("./output.mjs").Part[], pages: number | null, scans: number[], note: string |
 * null } | { id: number, problem: string }} Answer
 */

const DAMAGED =
  "This file could not be read: it seems to be damaged, or to be of another type than its name says.";

/** Readers of prose, whose text should be in a natural language. @type {Set<import("./readers.mjs").ReaderName>} */
const prose = new Set(["book", "doc", "docx", "opendocument", "page", "rtf", "slides", "text"]);

const LOOKED_AT = 4096;
const MAX_DEPTH = { mail: 3, file: 2 };
/**
 * Mail readers, which may read images because their process may load addons.
 * @type {Set<import("./readers.mjs").ReaderName>}
 */
const mails = new Set(["mail", "outlookMail"]);
/** Readers that need native addons for images. @type {Set<import("./readers.mjs").ReaderName>} */
const pictures = new Set(["avif", "bmp", "heic", "image", "mail", "outlookMail", "pdf", "tiff"]);
const MAX_MEMORY_MB = 1_200;

/** @param {Job} job @returns {Promise<Answer>} */
async function read({ id, path, into, reader, language, attachable, how, cpuSeconds }) {
  const output = new Output();
  watchdog.postMessage({ cpuSeconds: cpuSeconds.text });
  const slow = () => {
    watchdog.postMessage({ cpuSeconds: cpuSeconds.picture });
    send({ id, slow: true });
  };
  const isMail = mails.has(reader);
  /** @param {number} depth @returns {NonNullable<import("./readers.mjs").Tell["readAttached"]>} */
  const attachedAt = (depth) => async (attached, to) => {
    const { name, bytes } = attached;
    const found = attachable[findReaderKey(attached, attachable)];
    if (!found) throw new Unreadable("Its type is not read.");
    if (isMail && depth > MAX_DEPTH.mail) throw new Unreadable("It is a mail within mails.");
    if (!isMail && depth > MAX_DEPTH.file) throw new Unreadable("It is a file within files.");
    if (!isMail && pictures.has(found.reader)) throw new Unreadable("Its type is not read within documents.");
    const at = `${into}-attached-${depth}`;
    try {
      await writeFile(at, bytes, { mode: 0o600 });
      const tell = {
        progress: () => {},
        slow,
        language: found.language,
        readAttached: attachedAt(depth + 1),
      };
      await to.within(name, () => readers[found.reader](at, to, tell, { ...how, isAttached: true }));
    } finally {
      await rm(at, { force: true });
    }
  };
  try {
    const tell = {
      progress: (/** @type {number} */ percent) => send({ id, progress: percent }),
      slow,
      language,
      readAttached: attachedAt(1),
    };
    const found = await readers[reader](path, output, tell, how);
    if (prose.has(reader)) output.judge();
    await writeFile(into, output.end(), { mode: 0o600 });
    return {
      id,
      parts: output.parts,
      pages: found?.pages ?? null,
      scans: found?.scans ?? [],
      note: output.note,
    };
  } catch (error) {
    return { id, problem: error instanceof Unreadable ? error.message : DAMAGED };
  }
}

/** Extensions that are often wrong, so that the content is checked first. @type {Set<string>} */
const MISNAMED = new Set(["doc", "docx", "xls", "xlsx", "rtf", "csv"]);

/**
 * Returns the key in `attachable` by name or media type, else by content.
 * @param {import("./readers.mjs").Attached} attached
 * @param {Attachable} attachable
 */
function findReaderKey({ name, bytes, mimeType = "" }, attachable) {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const byContent = detectExtension(bytes.subarray(0, LOOKED_AT)) ?? "";
  if (MISNAMED.has(ending) && byContent in attachable) return byContent;
  return [ending, byContent, mimeType.toLowerCase()].find((key) => Object.hasOwn(attachable, key)) ?? "";
}

/** @param {News | Answer} message */
const send = (message) => process.connected && process.send?.(message);

process.on("message", async (/** @type {Job} */ job) => send(await read(job)));
process.on("disconnect", () => process.exit());
// Ignores signals sent to the whole process group: the application ends this process, and a signal must not count as
// a failure of the file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// An unhandled rejection left behind by a parser must not fail the next file.
process.on("unhandledRejection", () => {});

const watchdog = new Worker(new URL("../../../platform/intake/child/watchdog.mjs", import.meta.url), {
  env: {},
  execArgv: [],
  workerData: { memoryMb: MAX_MEMORY_MB },
});
watchdog.unref();
if (process.permission.has("addon")) createRequire(import.meta.url)("sharp");
// The permission model confines neither threads nor native code, so both permissions are dropped before the first
// file.
for (const right of ["worker", "addon"]) process.permission.drop?.(right);
closeNetwork();
