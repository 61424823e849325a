// @ts-check
// Detects file types by content, for files whose name is missing or wrong.

// A PDF header may follow other bytes (ISO 32000-1, Annex H, implementation note 13).
const MAX_BYTES_BEFORE_PDF = 1024;
const HEADER_BYTES = "%PDF-1.7".length;
// Allows other lines or binary data before the header, but rejects HTML pages that mention PDF.
const PDF = /^(?!\s*<)(?:[\s\S]*[^\x20-\x7e])?%PDF-\d/;

/** @type {[RegExp, string][]} */
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
/**
 * Name and content of the first file of ZIP-based formats that prescribe one. In a ZIP archive, a file's content
 * follows its name.
 * @type {[string, string][]}
 */
const PARTS = [
  ["mimetypeapplication/epub+zip", "epub"],
  ["mimetypeapplication/vnd.oasis.opendocument.text", "odt"],
  ["mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["mimetypeapplication/vnd.oasis.opendocument.presentation", "odp"],
];
/** Folders that identify Office documents. @type {[string, string][]} */
const FOLDERS = [
  ["word/", "docx"],
  ["xl/", "xlsx"],
  ["ppt/", "pptx"],
];
const ZIP_HEADER = "PK\u0003\u0004";
// Length of a local file header before the name (APPNOTE 4.3.7).
const ZIP_HEADER_BYTES = 30;

/** @type {[RegExp, string][]} */
const BEGINNINGS = [
  [/^BEGIN:VCALENDAR/i, "ics"],
  [/^BEGIN:VCARD/i, "vcf"],
  [
    /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style)\b/i,
    "html",
  ],
  [/^<\?xml\b/i, "xml"],
];
const SPREADSHEET_XML =
  /^\s*<\?xml[\s\S]{0,500}?(?:progid="Excel\.Sheet"|urn:schemas-microsoft-com:office:spreadsheet)/;

/** @param {Uint8Array} bytes */
const latin = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** @param {Uint8Array} bytes */
export const isPdf = (bytes) => PDF.test(latin(bytes.subarray(0, MAX_BYTES_BEFORE_PDF + HEADER_BYTES)));

/** @param {Uint8Array} bytes */
export const isSpreadsheetXml = (bytes) => SPREADSHEET_XML.test(latin(bytes).replace(/^\xef\xbb\xbf/, ""));

/**
 * Returns the file name extension for a file's content, or undefined when unknown, as for most plain text.
 * @param {Uint8Array} head the first bytes
 */
export function detectExtension(head) {
  const bytes = latin(head);
  const signature = SIGNATURES.find(([pattern]) => pattern.test(bytes))?.[1];
  if (signature) return signature;
  if (bytes.startsWith(ZIP_HEADER)) return detectZipExtension(bytes);
  if (isPdf(head)) return "pdf";
  const text = bytes.replace(/^\xef\xbb\xbf/, "").trimStart();
  return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1];
}

/** @param {string} bytes */
function detectZipExtension(bytes) {
  const part = PARTS.find(([start]) => bytes.startsWith(start, ZIP_HEADER_BYTES));
  if (part) return part[1];
  for (let at = 0; at >= 0; at = bytes.indexOf(ZIP_HEADER, at + 1)) {
    const folder = FOLDERS.find(([name]) => bytes.startsWith(name, at + ZIP_HEADER_BYTES));
    if (folder) return folder[1];
  }
  return "zip";
}
