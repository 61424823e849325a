/**
 * What a file is: by its first bytes where its type has any, else by being
 * text. The name only says which of several text types it is. Signatures after
 * https://en.wikipedia.org/wiki/List_of_file_signatures.
 */
const text = {
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  json: "application/json",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};
const office = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};
const legacyOffice = { doc: "application/msword", xls: "application/vnd.ms-excel" };

const starts = (bytes: Buffer, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
const ascii = (bytes: Buffer, at: number, word: string) =>
  bytes.toString("latin1", at, at + word.length) === word;

type Types = Record<string, string>;
const signatures: { fits: (bytes: Buffer) => boolean; types: Types }[] = [
  { fits: (b) => ascii(b, 0, "%PDF-"), types: { pdf: "application/pdf" } },
  { fits: (b) => starts(b, 0xff, 0xd8, 0xff), types: { jpg: "image/jpeg", jpeg: "image/jpeg" } },
  { fits: (b) => starts(b, 0x89, 0x50, 0x4e, 0x47), types: { png: "image/png" } },
  { fits: (b) => ascii(b, 0, "GIF8"), types: { gif: "image/gif" } },
  { fits: (b) => ascii(b, 0, "RIFF") && ascii(b, 8, "WEBP"), types: { webp: "image/webp" } },
  { fits: (b) => starts(b, 0x50, 0x4b, 0x03, 0x04) || starts(b, 0x50, 0x4b, 0x05, 0x06), types: office },
  { fits: (b) => starts(b, 0xd0, 0xcf, 0x11, 0xe0), types: legacyOffice },
];

/** How many first bytes `typeOf` looks at. */
export const SNIFFED_BYTES = 4096;

/** The media type of a file that may be uploaded, or undefined for any other. */
export function typeOf(fileName: string, bytes: Buffer): string | undefined {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const known = signatures.find(({ fits }) => fits(bytes));
  if (known) return known.types[extension];
  return isText(bytes) ? (text as Types)[extension] : undefined;
}

/** Control characters that texts have: tab, line and page breaks, and what colours a terminal's output. */
const CONTROLS = new Set([9, 10, 12, 13, 27]);
const isText = (bytes: Buffer) => bytes.length > 0 && bytes.every((byte) => byte >= 32 || CONTROLS.has(byte));

/** Files whose bytes are their text. */
export const isTextType = (mimeType: string) => Object.values(text).includes(mimeType);
export const isImageType = (mimeType: string) => mimeType.startsWith("image/");
