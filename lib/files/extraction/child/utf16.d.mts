/** Returns the UTF-16 encoding of a text without a byte order mark; undefined for other encodings. */
export function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined;
