// @ts-check

// Compression types (MS-OXRTFCP 2.1.3.1.1).
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const DICTIONARY_BYTES = 4096;
const MAX_BYTES = 50 * 1024 * 1024;
// Initial dictionary (MS-OXRTFCP 2.1.3.1.2).
const DICTIONARY =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/** Decompresses RTF as Outlook stores it (MS-OXRTFCP 3.1). @param {Buffer} bytes @returns {Buffer} */
export function decompressRtf(bytes) {
  const type = bytes.readUInt32LE(8);
  if (type === UNCOMPRESSED) return bytes.subarray(HEADER_BYTES);
  if (type !== COMPRESSED) throw new Error("no compressed RTF");
  const dictionary = Buffer.alloc(DICTIONARY_BYTES, " ");
  dictionary.write(DICTIONARY, "latin1");
  let end = DICTIONARY.length;
  const rtf = Buffer.alloc(Math.min(bytes.readUInt32LE(4), MAX_BYTES));
  let length = 0;
  const put = (/** @type {number} */ byte) => {
    rtf[length++] = byte;
    dictionary[end] = byte;
    end = (end + 1) % DICTIONARY_BYTES;
  };
  for (let at = HEADER_BYTES; at < bytes.length && length < rtf.length; ) {
    const control = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < bytes.length && length < rtf.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0);
        continue;
      }
      const reference = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      if (from === end) return rtf.subarray(0, length);
      for (let step = 0; step < (reference & 0xf) + 2 && length < rtf.length; step++)
        put(dictionary[(from + step) % DICTIONARY_BYTES] ?? 0);
    }
  }
  return rtf.subarray(0, length);
}
