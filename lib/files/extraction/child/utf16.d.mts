/** Which UTF-16 a text without a mark is in; undefined for all else. */
export function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined;
