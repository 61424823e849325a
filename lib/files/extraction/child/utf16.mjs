// @ts-check

const MIN_BYTES = 4;
const LOOKED_AT = 4096;
// Characters that text doesn't contain: control, surrogate, private use and unassigned characters.
const NO_TEXT = /[\p{Cn}\p{Co}\p{Cs}]|(?![\t\n\f\r])\p{Cc}/u;
const COMMON = /[ \n\r\t,.;:!?、。，：「」・…—-]/g;
// Maximum share of printable ASCII bytes. UTF-16 has at most one in two for ASCII text, and fewer in other scripts.
const MAX_ASCII_SHARE = 0.75;
// In text, at least one in this many characters is a common one.
const RARE = 60;

/**
 * Detects UTF-16 without a byte order mark: some bytes are control characters, and the 16-bit units are valid text.
 * Returns undefined otherwise.
 * @param {Uint8Array} bytes the beginning of a file is enough
 * @returns {"utf-16le" | "utf-16be" | undefined}
 */
export function detectUtf16(bytes) {
  const head = bytes.subarray(0, Math.min(bytes.length, LOOKED_AT) & ~1);
  if (head.length < MIN_BYTES || (bytes.length < LOOKED_AT && bytes.length % 2 > 0)) return undefined;
  if (!head.some((byte) => byte < 9)) return undefined;
  const ascii = head.reduce((sum, byte) => sum + (byte >= 32 && byte < 127 ? 1 : 0), 0);
  if (ascii > MAX_ASCII_SHARE * head.length) return undefined;
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
