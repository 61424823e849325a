// @ts-check
// Reads files for the application, one after the other, in a process of its
// own: files come from strangers, and whatever a parser does with one (loops,
// takes all memory, crashes) ends this process alone.
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { readCalendar } from "./calendar.mjs";
import { readMail } from "./mail.mjs";
import { Output, Unreadable } from "./output.mjs";
import { readPdf } from "./pdf.mjs";
import { readPicture } from "./picture.mjs";
import { readSheets, readTable } from "./table.mjs";
import { readText } from "./text.mjs";
import { readDoc, readDocx } from "./word.mjs";

/**
 * @typedef {{ id: number, path: string, into: string, mimeType: string }} Job `into`: where the text is to be written
 * @typedef {{ id: number, progress: number } | { id: number, slow: true }} News
 * @typedef {{ id: number, parts: import("./output.mjs").Part[], pages: number | null, note: string | null } | { id: number, problem: string }} Answer
 * @typedef {{ progress(percent: number): void, slow(): void }} Tell `slow`: pictures are read, which takes longer
 * @typedef {(path: string, output: Output, tell: Tell) => Promise<{ pages: number } | void>} Read
 */

/** @type {Record<string, Read>} */
const readers = {
  "application/pdf": readPdf,
  "application/msword": readDoc,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": readDocx,
  "application/vnd.ms-excel": readSheets,
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": readSheets,
  "text/csv": readTable,
  "text/tab-separated-values": readTable,
  "text/plain": readText,
  "text/markdown": readText,
  "application/json": readText,
  "application/xml": readText,
  "application/yaml": readText,
  "message/rfc822": readMail,
  "text/calendar": readCalendar,
  "image/jpeg": readPicture,
  "image/png": readPicture,
  "image/gif": readPicture,
  "image/webp": readPicture,
};

const DAMAGED =
  "This file could not be read: it seems to be damaged, or to be of another type than its name says.";

/** @param {Job} job @returns {Promise<Answer>} */
async function read({ id, path, into, mimeType }) {
  const output = new Output();
  try {
    const found = await readers[mimeType]?.(path, output, {
      progress: (percent) => send({ id, progress: percent }),
      slow: () => send({ id, slow: true }),
    });
    await writeFile(into, output.end(), { mode: 0o600 });
    return { id, parts: output.parts, pages: found?.pages ?? null, note: output.note };
  } catch (error) {
    return { id, problem: error instanceof Unreadable ? error.message : DAMAGED };
  }
}

/** @param {News | Answer} message */
const send = (message) => process.connected && process.send?.(message);

process.on("message", async (/** @type {Job} */ job) => send(await read(job)));
process.on("disconnect", () => process.exit());
// The application ends this process when it ends; a signal to both of them says nothing of the file.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// What a parser leaves behind is no reason to lose the next file.
process.on("unhandledRejection", () => {});

new Worker(new URL("./watchdog.mjs", import.meta.url), { env: {}, execArgv: [] }).unref();
if (process.permission.has("addon")) createRequire(import.meta.url)("sharp");
// A thread is not held by what this process may not do, and neither is machine code: from here on there is no more of either.
for (const right of ["worker", "addon"]) process.permission.drop?.(right);
