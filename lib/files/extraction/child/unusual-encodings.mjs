// @ts-check

const MIN_BYTES = 8;
const MAX_SNIFFED_BYTES = 4096;
const LAST_CHARACTER = 0x10ffff;
const CONTROLS = new Set([9, 10, 12, 13, 26, 0xfeff]);

/** @param {Uint8Array} bytes */
const toDataView = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @param {number} code */
const isCharacter = (code) =>
  code <= LAST_CHARACTER && (code < 0xd800 || code > 0xdfff) && (code >= 32 || CONTROLS.has(code));

/**
 * Detects UTF-32 with or without a byte order mark: all 32-bit units must be valid characters, which is very
 * unlikely in other encodings.
 * @param {Uint8Array} bytes the beginning of a file is enough
 * @returns {"utf-32le" | "utf-32be" | undefined}
 */
export function detectUtf32(bytes) {
  const head = bytes.subarray(0, Math.min(bytes.length, MAX_SNIFFED_BYTES) & ~3);
  if (head.length < MIN_BYTES || (bytes.length < MAX_SNIFFED_BYTES && bytes.length % 4 > 0)) return undefined;
  for (const encoding of /** @type {const} */ (["utf-32le", "utf-32be"])) {
    let isText = true;
    for (let at = 0; at < head.length && isText; at += 4)
      isText = isCharacter(toDataView(head).getUint32(at, encoding === "utf-32le"));
    if (isText) return encoding;
  }
  return undefined;
}

/** @param {Uint8Array} bytes @param {"utf-32le" | "utf-32be"} encoding */
export function decodeUtf32(bytes, encoding) {
  const view = toDataView(bytes);
  /** @type {string[]} */
  const characters = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, encoding === "utf-32le");
    characters.push(code <= LAST_CHARACTER ? String.fromCodePoint(code) : "\ufffd");
  }
  return characters
    .join("")
    .replace(/^\ufeff/, "")
    .toWellFormed();
}

/**
 * Tests for letters and digits of EBCDIC (code page 37 and related ones). Letters occupy runs of at most nine codes.
 * @type {(byte: number) => boolean}
 */
const isLetterOfEbcdic = (byte) =>
  (byte >= 0x81 && byte <= 0xe9 && byte % 16 >= 1 && byte % 16 <= 9 && byte >> 4 !== 0xb) ||
  (byte >= 0xf0 && byte <= 0xf9);
const SPACE = 0x40;
const OTHERS = new Set([
  0x05, 0x0d, 0x15, 0x25, 0x4b, 0x4d, 0x5d, 0x60, 0x61, 0x6b, 0x6d, 0x7a, 0x7d, 0x7e, 0x7f,
]);
const MIN_SPACES = 0.04;
const MIN_LETTERS = 0.4;
const MIN_TEXT = 0.9;

/** Detects EBCDIC, the encoding of mainframes. @param {Uint8Array} bytes the beginning of a file is enough */
export function isEbcdic(bytes) {
  const head = bytes.subarray(0, MAX_SNIFFED_BYTES);
  if (head.length < MIN_BYTES) return false;
  let [spaces, letters, others] = [0, 0, 0];
  for (const byte of head) {
    if (byte === SPACE) spaces++;
    else if (isLetterOfEbcdic(byte)) letters++;
    else if (OTHERS.has(byte)) others++;
  }
  return (
    spaces >= MIN_SPACES * head.length &&
    letters >= MIN_LETTERS * head.length &&
    spaces + letters + others >= MIN_TEXT * head.length
  );
}

/** End of a sentence whose subject is the rejected file or text. */
export const IN_EBCDIC = "is in EBCDIC, which isn't read. Save it as UTF-8 and add it again";
