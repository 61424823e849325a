// @ts-check

/** In bytes: less tells nothing. */
const LEAST = 4;
const LOOKED_AT = 4096;
/** What no text has: control characters, halves of characters, and what is no character (yet). */
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\f\r])\p{Cc}/u;
/** Spaces, ends of lines and punctuation, which are in texts of every script. */
const COMMON = /[ \n\r\t,.;:!?、。，：「」・…—-]/g;
/** In ASCII a byte in two is zero; texts of other scripts have fewer bytes of it. */
const MOST_ASCII = 0.75;
/** One in so many characters is common at least. */
const RARE = 60;

/**
 * Which UTF-16 a text without a mark is in: its bytes have zeros or control characters, and read in pairs they are
 * characters of texts only. Undefined for all else.
 * @param {Uint8Array} bytes the beginning of a file is enough
 * @returns {"utf-16le" | "utf-16be" | undefined}
 */
export function utf16In(bytes) {
  const head = bytes.subarray(0, Math.min(bytes.length, LOOKED_AT) & ~1);
  if (head.length < LEAST || (bytes.length < LOOKED_AT && bytes.length % 2 > 0)) return undefined;
  if (!head.some((byte) => byte < 9)) return undefined;
  const ascii = head.reduce((sum, byte) => sum + (byte >= 32 && byte < 127 ? 1 : 0), 0);
  if (ascii > MOST_ASCII * head.length) return undefined;
  const found = /** @type {const} */ (["utf-16le", "utf-16be"]).map((encoding) => ({
    encoding,
    common: commonIn(head, encoding),
  }));
  const [best] = found.sort((a, b) => b.common - a.common);
  return best && best.common * RARE > head.length / 2 ? best.encoding : undefined;
}

/** @param {Uint8Array} head @param {string} encoding */
function commonIn(head, encoding) {
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(head, { stream: true });
  return NO_TEXT.test(text) || text.includes("\ufffd") ? 0 : (text.match(COMMON)?.length ?? 0);
}
