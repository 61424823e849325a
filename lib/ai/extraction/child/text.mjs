// @ts-check
import { readFile } from "node:fs/promises";
import { guessed } from "./encoding.mjs";

/** A text of one long line is hard to cut into passages and to read; of one this long nobody reads it. */
const LONGEST_TIDIED = 5_000_000;

/**
 * Files whose bytes are their text. JSON, XML and YAML stay as they were
 * written: nothing in them is expanded, so nothing can be smuggled in.
 * @type {import("./readers.mjs").Read}
 */
export async function readText(path, output) {
  output.add(tidied(decode(await readFile(path), output)));
}

/**
 * UTF-8, UTF-16 by its mark, what an XML file says of itself, else what its
 * bytes are likest to, which is said where it is not sure.
 * @param {Uint8Array} bytes
 * @param {import("./output.mjs").Output} output
 * @throws Unreadable when they are like no text
 */
export function decode(bytes, output) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString("latin1");
    const told = decoderOf(/^<\?xml[^>]*\bencoding=["']([\w-]+)/.exec(head)?.[1]);
    if (told) return told.decode(bytes);
    const { text, isSure } = guessed(bytes);
    if (!isSure) output.leaveOut("This text does not say its encoding: parts of it may be read wrongly.");
    return text;
  }
}

/** @param {string | undefined} name */
function decoderOf(name) {
  try {
    if (name && !/^utf/i.test(name)) return new TextDecoder(name);
  } catch {}
  return undefined;
}

/** JSON and XML in one line get lines. @param {string} text */
function tidied(text) {
  if (text.length > LONGEST_TIDIED || text.trimEnd().includes("\n")) return text;
  const start = text.trimStart()[0];
  if (start === "<") return text.replaceAll(/>\s*</g, ">\n<");
  if (start !== "{" && start !== "[") return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
