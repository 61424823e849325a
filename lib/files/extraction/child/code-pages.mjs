// @ts-check
import iconv from "iconv-lite";

/** @type {Record<number, string>} */
const PAGES = {
  932: "shift_jis",
  936: "gb18030",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  65001: "utf-8",
};

/** @param {string | undefined} name */
function isEncoding(name) {
  if (!name) return false;
  try {
    return new TextDecoder(name) !== undefined;
  } catch {
    return iconv.encodingExists(name);
  }
}

/** Returns the encoding for a Windows, DOS or Mac code page number. @param {number} page */
export const getCodePageEncoding = (page) =>
  [PAGES[page], `windows-${page}`, `cp${page}`].find(isEncoding) ?? "windows-1252";

/** @param {Buffer} bytes @param {string} encoding */
export function decodeBytes(bytes, encoding) {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return iconv.decode(bytes, encoding);
  }
}
