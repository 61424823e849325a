// @ts-check
import { readFile } from "node:fs/promises";
import { guessText } from "../../../platform/encoding/encoding.mjs";
import { extractArticle } from "./article.mjs";
import { toMarkdown } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { decodeUtf32, detectUtf32, IN_EBCDIC, isEbcdic } from "./unusual-encodings.mjs";
import { detectUtf16 } from "./utf16.mjs";

// In UTF-16 code units. Longer single-line texts are not reformatted.
const MAX_TIDIED_LENGTH = 5_000_000;

// Bytes in which an HTML page must declare its encoding (HTML, 4.2.5.4).
const MAX_ENCODING_HEAD_BYTES = 1024;
const CHARSET = /<meta\s[^>]*\bcharset=["']?([\w-]+)/i;

/**
 * Reads plain text. JSON, XML and YAML remain source text, so XML entities and YAML aliases never expand.
 * @type {import("./readers.mjs").Read}
 */
export async function readText(path, output, _, { charset }) {
  output.add(tidied(decode(await readFile(path), output, charset)));
}

/** Reads source code as a code fence with its language. @type {import("./readers.mjs").Read} */
export async function readCode(path, output, { language = "" }, { charset }) {
  const code = decode(await readFile(path), output, charset);
  output.add(createFence(code.replace(/\n$/, ""), language));
}

/** Returns a Markdown code fence longer than any fence in the text. @param {string} text @param {string} [language] */
export function createFence(text, language = "") {
  const longest = (text.match(/^`{3,}/gm) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}\n`;
}

/**
 * Reads an HTML page, or its main content if its URL is known; the page title becomes the title of the only part.
 * @type {import("./readers.mjs").Read}
 */
export async function readPage(path, output, _, { address, charset }) {
  const html = decode(await readFile(path), output, charset);
  if (!address) return output.add(toMarkdown(html).text);
  const { text, title } = await extractArticle(html, address);
  output.part(title);
  output.add(text);
}

/**
 * Decodes text as UTF-8, UTF-16 or UTF-32 by byte order mark or byte pattern, else as declared by the server, else as
 * declared in the XML or HTML, else by statistical detection, and notes uncertainty.
 * @param {Uint8Array} bytes
 * @param {import("./output.mjs").Output} output
 * @param {string} [charset] declared by the server
 * @throws Unreadable when the encoding is unknown or EBCDIC
 */
export function decode(bytes, output, charset) {
  const utf32 = detectUtf32(bytes);
  if (utf32) return decodeUtf32(bytes, utf32);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const utf16 = detectUtf16(bytes);
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
    const named = createDecoder(charset);
    if (named && named.encoding !== "utf-8") return named.decode(bytes);
    const head = Buffer.from(
      bytes.buffer,
      bytes.byteOffset,
      Math.min(bytes.length, MAX_ENCODING_HEAD_BYTES),
    ).toString("latin1");
    const own = createDecoder((/^<\?xml[^>]*\bencoding=["']([\w-]+)/.exec(head) ?? CHARSET.exec(head))?.[1]);
    // A declaration of UTF-8 or UTF-16 is wrong, since those were tried above.
    if (own && !own.encoding.startsWith("utf")) return own.decode(bytes);
    const guess = guessText(bytes);
    if (!guess) throw new Unreadable(UNKNOWN_ENCODING);
    const { text, isSure } = guess;
    if (!isSure) output.leaveOut("This text doesn't declare its encoding, so parts of it may be garbled.");
    return text;
  }
}

const UNKNOWN_ENCODING = "The encoding of this text is unknown. Save it as UTF-8 and add it again.";

// Minimum valid multibyte characters per damaged one. Text in other encodings contains very few of them by chance.
const MIN_VALID = 4;
const DAMAGED = "Some characters of this text are damaged.";

/** Decodes UTF-8 with a few damaged bytes. @param {Uint8Array} bytes */
function mostlyUtf8(bytes) {
  const text = new TextDecoder().decode(bytes);
  const valid = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  return valid >= MIN_VALID * damaged ? text : undefined;
}

/** @param {string | undefined} name */
function createDecoder(name) {
  try {
    if (name) return new TextDecoder(name);
  } catch {}
  return undefined;
}

/** Breaks single-line JSON and XML into lines, which can be chunked. @param {string} text */
function tidied(text) {
  if (text.length > MAX_TIDIED_LENGTH || text.trimEnd().includes("\n")) return text;
  const start = text.trimStart()[0];
  if (start === "<") return text.replaceAll(/>\s*</g, ">\n<");
  if (start !== "{" && start !== "[") return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
