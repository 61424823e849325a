// @ts-check
// Reads files for the application, one after the other, in a process of its
// own: files come from strangers, and whatever a parser does with one (loops,
// takes all memory, crashes) ends this process alone.
import { rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { closeNetwork } from "../../../platform/intake/child/network.mjs";
import { endingOf } from "./content.mjs";
import { Output, Unreadable } from "./output.mjs";
import { readers } from "./readers.mjs";

/**
 * @typedef {{ id: number, path: string, into: string, reader: import("./readers.mjs").ReaderName, language?: string, attachable: Attachable, how: import("./readers.mjs").How, cpuSeconds: { text: number, picture: number } }} Job `into`: where the text is to be written; `cpuSeconds`: of processor time, for all of it until a picture is read, and for each picture
 * @typedef {Record<string, { reader: import("./readers.mjs").ReaderName, language?: string }>} Attachable what may be attached to a file, by the endings of names and by media types
 * @typedef {{ id: number, progress: number } | { id: number, slow: true }} News
 * @typedef {{ id: number, parts: import("./output.mjs").Part[], pages: number | null, scans: number[], note: string | null } | { id: number, problem: string }} Answer
 */

const DAMAGED =
  "This file could not be read: it seems to be damaged, or to be of another type than its name says.";

/** What reads texts that people write for people. @type {Set<import("./readers.mjs").ReaderName>} */
const prose = new Set(["book", "doc", "docx", "opendocument", "page", "rtf", "slides", "text"]);

/** Bytes of a file that is attached, which tell what it is. */
const LOOKED_AT = 4096;
/** Mails within mails, and files within files. */
const DEEPEST = { mail: 3, file: 2 };
/** What reads mails, which are given what reading pictures needs. @type {Set<import("./readers.mjs").ReaderName>} */
const mails = new Set(["mail", "outlookMail"]);
/** What needs machine code for pictures. @type {Set<import("./readers.mjs").ReaderName>} */
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
    const found = attachable[keyOf(attached, attachable)];
    if (!found) throw new Unreadable("Its type is not read.");
    if (isMail && depth > DEEPEST.mail) throw new Unreadable("It is a mail within mails.");
    if (!isMail && depth > DEEPEST.file) throw new Unreadable("It is a file within files.");
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

/** Names of these are given to other documents, too. @type {Set<string>} */
const MISNAMED = new Set(["doc", "docx", "xls", "xlsx", "rtf", "csv"]);

/**
 * By its name or its type, else by its content.
 * @param {import("./readers.mjs").Attached} attached @param {Attachable} attachable
 */
function keyOf({ name, bytes, mimeType = "" }, attachable) {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const byContent = endingOf(bytes.subarray(0, LOOKED_AT)) ?? "";
  if (MISNAMED.has(ending) && byContent in attachable) return byContent;
  return [ending, byContent, mimeType.toLowerCase()].find((key) => Object.hasOwn(attachable, key)) ?? "";
}

/** @param {News | Answer} message */
const send = (message) => process.connected && process.send?.(message);

process.on("message", async (/** @type {Job} */ job) => send(await read(job)));
process.on("disconnect", () => process.exit());
// The application ends this process when it ends; a signal to both of them says nothing of the file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// What a parser leaves behind is no reason to lose the next file.
process.on("unhandledRejection", () => {});

const watchdog = new Worker(new URL("../../../platform/intake/child/watchdog.mjs", import.meta.url), {
  env: {},
  execArgv: [],
  workerData: { memoryMb: MAX_MEMORY_MB },
});
watchdog.unref();
if (process.permission.has("addon")) createRequire(import.meta.url)("sharp");
// A thread is not held by what this process may not do, and neither is machine code: from here on there is no more of either.
for (const right of ["worker", "addon"]) process.permission.drop?.(right);
closeNetwork();
