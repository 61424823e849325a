// @ts-check
import { Unreadable } from "./output.mjs";

const MAX_EMBEDDED_FILES = 50;

/** @typedef {import("./compound.mjs").Embedded} Embedded */

/**
 * Appends the text of embedded files to a document's text and notes those that can't be read.
 * @param {Iterable<Embedded>} files
 * @param {import("./output.mjs").Output} output
 * @param {import("./readers.mjs").Tell} tell
 */
export async function readEmbedded(files, output, tell) {
  for (const file of files) {
    if (output.isFull || !tell.readAttached || output.embedded > MAX_EMBEDDED_FILES) return;
    if (++output.embedded > MAX_EMBEDDED_FILES)
      return output.leaveOut(`Only the first ${MAX_EMBEDDED_FILES} embedded files were read.`);
    await readWithin(file, output, tell, "embedded file");
  }
}

/**
 * @param {import("./readers.mjs").Attached} file @param {import("./output.mjs").Output} output
 * @param {import("./readers.mjs").Tell} tell @param {"attachment" | "embedded file"} kind
 */
export async function readWithin(file, output, { readAttached }, kind) {
  try {
    await readAttached?.(file, output);
  } catch (error) {
    const reason = error instanceof Unreadable ? error.message : "It seems to be damaged.";
    output.leaveOut(`The ${kind} ${file.name} was not read. ${reason}`);
  }
}

/**
 * Extracts the files of embedded objects. Skips objects that are damaged or have no file, since their preview image
 * represents them.
 * @template T
 * @param {Iterable<T>} objects
 * @param {(object: T, name: string) => Embedded | undefined | Promise<Embedded | undefined>} open
 */
export async function extractEmbeddedFiles(objects, open) {
  /** @type {Embedded[]} */
  const files = [];
  for (const object of objects) {
    if (files.length > MAX_EMBEDDED_FILES) break;
    try {
      const file = await open(object, `embedded ${files.length + 1}`);
      if (file) files.push(file);
    } catch {}
  }
  return files;
}
