// @ts-check
// What a file is by its content, where its name says something else or nothing.

/** A PDF may begin after other bytes (ISO 32000-1, Annex H, implementation note 13). */
const MAX_BYTES_BEFORE_PDF = 1024;
/** Of what begins a PDF. */
const HEADER_BYTES = "%PDF-1.7".length;
/** Behind other lines or bytes that are no text, but not within a page of the web that speaks of one. */
const PDF = /^(?!\s*<)(?:[\s\S]*[^\x20-\x7e])?%PDF-\d/;

/** By the first bytes. @type {[RegExp, string][]} */
const SIGNATURES = [
  [/^\{\\rtf/, "rtf"],
  [/^\x89PNG/, "png"],
  [/^\xff\xd8\xff/, "jpg"],
  [/^GIF8[79]a/, "gif"],
  [/^RIFF.{4}WEBP/s, "webp"],
  [/^(?:II\*\0|MM\0\*)/, "tif"],
  [/^.{4}ftyp(?:.{4}){0,13}?avi[fs]/s, "avif"],
  [/^.{4}ftyp(?:heic|heix|mif1)/s, "heic"],
  [/^BM.{12}[(48@l|]\0{3}/s, "bmp"],
];
/** By the first parts of a ZIP archive, whose names stand before their contents: what is in them, and what they are in. @type {[string, string][]} */
const PARTS = [
  ["mimetypeapplication/epub+zip", "epub"],
  ["mimetypeapplication/vnd.oasis.opendocument.text", "odt"],
  ["mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["mimetypeapplication/vnd.oasis.opendocument.presentation", "odp"],
];
/** @type {[string, string][]} */
const FOLDERS = [
  ["word/", "docx"],
  ["xl/", "xlsx"],
  ["ppt/", "pptx"],
];
const ZIP_HEADER = "PK\u0003\u0004";
/** Bytes of a local file header without the name (APPNOTE 4.3.7). */
const ZIP_HEADER_BYTES = 30;

/** By how a text begins. @type {[RegExp, string][]} */
const BEGINNINGS = [
  [/^BEGIN:VCALENDAR/i, "ics"],
  [/^BEGIN:VCARD/i, "vcf"],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style)\b/i,
    "html",
  ],
  [/^<\?xml\b/i, "xml"],
];
/** What workbooks of Excel 2003 begin with, before their sheets. */
const SPREADSHEET_XML =
  /^\s*<\?xml[\s\S]{0,500}?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/;

/** @param {Uint8Array} bytes */
const latin = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** @param {Uint8Array} bytes */
export const isPdf = (bytes) => PDF.test(latin(bytes.subarray(0, MAX_BYTES_BEFORE_PDF + HEADER_BYTES)));

/** @param {Uint8Array} bytes */
export const isSpreadsheetXml = (bytes) => SPREADSHEET_XML.test(latin(bytes).replace(/^\xef\xbb\xbf/, ""));

/**
 * How names of files with such a content end; undefined for what begins like nothing that is known, as most texts do.
 * @param {Uint8Array} head the first bytes
 */
export function endingOf(head) {
  const bytes = latin(head);
  const signature = SIGNATURES.find(([pattern]) => pattern.test(bytes))?.[1];
  if (signature) return signature;
  if (bytes.startsWith(ZIP_HEADER)) return endingOfZip(bytes);
  if (isPdf(head)) return "pdf";
  const text = bytes.replace(/^\xef\xbb\xbf/, "").trimStart();
  return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1];
}

/** @param {string} bytes */
function endingOfZip(bytes) {
  const part = PARTS.find(([start]) => bytes.startsWith(start, ZIP_HEADER_BYTES));
  if (part) return part[1];
  for (let at = 0; at >= 0; at = bytes.indexOf(ZIP_HEADER, at + 1)) {
    const folder = FOLDERS.find(([name]) => bytes.startsWith(name, at + ZIP_HEADER_BYTES));
    if (folder) return folder[1];
  }
  return "zip";
}
