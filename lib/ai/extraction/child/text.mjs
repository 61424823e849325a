// @ts-check
import { readFile } from "node:fs/promises";
import { guessText } from "../../../platform/encoding/encoding.mjs";
import { articleOf } from "./article.mjs";
import { markdownOf } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { decodeUtf32, IN_EBCDIC, isEbcdic, utf32In } from "./unusual-encodings.mjs";
import { utf16In } from "./utf16.mjs";

/** A text of one long line is hard to cut into passages and to read; of one this long nobody reads it. */
const LONGEST_TIDIED = 5_000_000;

/** Where a page says its encoding (HTML, 4.2.5.4). */
const LONGEST_HEAD = 1024;
const CHARSET = /<meta\s[^>]*\bcharset=["']?([\w-]+)/i;

/**
 * Files whose bytes are their text. JSON, XML and YAML stay as they were
 * written: nothing in them is expanded, so nothing can be smuggled in.
 * @type {import("./readers.mjs").Read}
 */
export async function readText(path, output, _, { charset }) {
  output.add(tidied(decode(await readFile(path), output, charset)));
}

/** A program, fenced and with its language, as models and readers know it. @type {import("./readers.mjs").Read} */
export async function readCode(path, output, { language = "" }, { charset }) {
  const code = decode(await readFile(path), output, charset);
  output.add(fence(code.replace(/\n$/, ""), language));
}

/** A text that is shown as it is, as Markdown. @param {string} text @param {string} [language] */
export function fence(text, language = "") {
  const longest = (text.match(/^`{3,}/gm) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}\n`;
}

/** A page of the web, whole or what it is about; its title is that of its only part. @type {import("./readers.mjs").Read} */
export async function readPage(path, output, _, { address, charset }) {
  const html = decode(await readFile(path), output, charset);
  if (!address) return output.add(markdownOf(html).text);
  const { text, title } = await articleOf(html, address);
  output.part(title);
  output.add(text);
}

/**
 * UTF-8, UTF-16 and UTF-32 by their marks or by their shapes, the encoding that a server named, what a file of XML or HTML says of itself,
 * else what its bytes are likest to, which is said where it is not sure.
 * @param {Uint8Array} bytes
 * @param {import("./output.mjs").Output} output
 * @param {string} [charset] that a server named
 * @throws Unreadable when they are like no text, or in EBCDIC
 */
export function decode(bytes, output, charset) {
  const utf32 = utf32In(bytes);
  if (utf32) return decodeUtf32(bytes, utf32);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const utf16 = utf16In(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    if (isEbcdic(bytes)) throw new Unreadable(`This text ${IN_EBCDIC}.`);
    const mended = mostlyUtf8(bytes);
    if (mended) {
      output.leaveOut(DAMAGED);
      return mended;
    }
    const named = decoderOf(charset);
    if (named && named.encoding !== "utf-8") return named.decode(bytes);
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LONGEST_HEAD)).toString(
      "latin1",
    );
    const own = decoderOf((/^<\?xml[^>]*\bencoding=["']([\w-]+)/.exec(head) ?? CHARSET.exec(head))?.[1]);
    // What says of itself that it is UTF-8 or UTF-16 is not, or it would have been read by now.
    if (own && !own.encoding.startsWith("utf")) return own.decode(bytes);
    const guess = guessText(bytes);
    if (!guess) throw new Unreadable(UNKNOWN_ENCODING);
    const { text, isSure } = guess;
    if (!isSure) output.leaveOut("This text doesn't declare its encoding, so parts of it may be garbled.");
    return text;
  }
}

const UNKNOWN_ENCODING = "The encoding of this text is unknown. Save it as UTF-8 and add it again.";

/** Valid characters of several bytes for each that is damaged; other encodings have hardly any. */
const MIN_VALID = 4;
const DAMAGED = "Some characters of this text are damaged.";

/** The text of what is UTF-8 but for a few bytes. @param {Uint8Array} bytes */
function mostlyUtf8(bytes) {
  const text = new TextDecoder().decode(bytes);
  const valid = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  return valid >= MIN_VALID * damaged ? text : undefined;
}

/** @param {string | undefined} name */
function decoderOf(name) {
  try {
    if (name) return new TextDecoder(name);
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
