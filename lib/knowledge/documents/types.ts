/**
 * What a file is: by its first bytes where its type has any, else by being
 * text. The name only says which of several types with the same signature, or
 * of text, it is. Signatures after
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
/** Text that people read otherwise than it is written. */
const written = { eml: "message/rfc822", ics: "text/calendar" };
const ZIP = "application/zip";
const office = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const legacyOffice = { doc: "application/msword", xls: "application/vnd.ms-excel" };

const starts = (bytes: Buffer, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
const ascii = (bytes: Buffer, at: number, word: string) =>
  bytes.toString("latin1", at, at + word.length) === word;

/** ISO 14496-12 files that are pictures. */
const PICTURES = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"];
/** Older films of QuickTime begin with another box. */
const isMovie = (b: Buffer) =>
  ascii(b, 4, "ftyp")
    ? !PICTURES.includes(b.toString("latin1", 8, 12))
    : ["moov", "mdat", "wide", "free", "skip"].some((box) => ascii(b, 4, box));
/** Two bits that are always set, layer III, and a bit rate and a sampling rate that exist (ISO 11172-3, 2.4.1.3). */
const isMp3Frame = ([a = 0, b = 0, c = 0]: Buffer) =>
  a === 0xff &&
  (b & 0xe6) === 0xe2 &&
  (b & 0x18) !== 0x08 &&
  (c & 0xf0) !== 0xf0 &&
  (c & 0xf0) !== 0 &&
  (c & 0x0c) !== 0x0c;
const isMatroska = (b: Buffer) => starts(b, 0x1a, 0x45, 0xdf, 0xa3);
/** The element that names a codec (RFC 9559, 5.1.4.1.21): V_ for pictures, A_ for sounds. Sound itself may have such bytes in it. */
const namesCodec = (b: Buffer, kind: "A" | "V") =>
  new RegExp(`\\x86[\\x81-\\xff]${kind}_[A-Z]{2}`).test(b.toString("latin1"));
const hasOnlySound = (b: Buffer) => namesCodec(b, "A") && !namesCodec(b, "V");

/** Some are text to the last byte (ISO 32000-1, 7.5.2). */
const isPdf = (b: Buffer) => /^%PDF-\d\.\d\s/.test(b.toString("latin1", 0, 9));

type Types = Record<string, string>;
const signatures: { fits: (bytes: Buffer) => boolean; types: Types }[] = [
  { fits: (b) => ascii(b, 0, "%PDF-"), types: { pdf: "application/pdf" } },
  { fits: (b) => starts(b, 0xff, 0xd8, 0xff), types: { jpg: "image/jpeg", jpeg: "image/jpeg" } },
  { fits: (b) => starts(b, 0x89, 0x50, 0x4e, 0x47), types: { png: "image/png" } },
  { fits: (b) => ascii(b, 0, "GIF87a") || ascii(b, 0, "GIF89a"), types: { gif: "image/gif" } },
  { fits: (b) => ascii(b, 0, "RIFF") && ascii(b, 8, "WEBP"), types: { webp: "image/webp" } },
  {
    fits: (b) => starts(b, 0x50, 0x4b, 0x03, 0x04) || starts(b, 0x50, 0x4b, 0x05, 0x06),
    types: { ...office, zip: ZIP },
  },
  { fits: (b) => starts(b, 0xd0, 0xcf, 0x11, 0xe0), types: legacyOffice },
  { fits: isMovie, types: { mp4: "video/mp4", mov: "video/quicktime", m4a: "audio/mp4" } },
  { fits: (b) => isMatroska(b) && hasOnlySound(b), types: { webm: "audio/webm" } },
  {
    fits: (b) => isMatroska(b) && b.includes("webm"),
    types: { webm: "video/webm", mkv: "video/x-matroska" },
  },
  { fits: isMatroska, types: { mkv: "video/x-matroska" } },
  { fits: (b) => ascii(b, 0, "RIFF") && ascii(b, 8, "AVI "), types: { avi: "video/x-msvideo" } },
  { fits: (b) => ascii(b, 0, "RIFF") && ascii(b, 8, "WAVE"), types: { wav: "audio/wav" } },
  { fits: (b) => ascii(b, 0, "ID3") || isMp3Frame(b), types: { mp3: "audio/mpeg" } },
  { fits: (b) => ascii(b, 0, "OggS"), types: { ogg: "audio/ogg" } },
  { fits: (b) => ascii(b, 0, "fLaC"), types: { flac: "audio/flac" } },
];

/** The endings of names that files may have, without the dot. */
export const endings: string[] = [
  ...new Set([
    ...Object.keys({ ...text, ...written }),
    ...signatures.flatMap(({ types }) => Object.keys(types)),
  ]),
];
/** What can be added, as a sentence that refuses something else ends. */
export const ACCEPTED = `Accepted: ${endings.join(", ").toUpperCase()}.`;

/** How many first bytes `typeOf` looks at. */
export const SNIFFED_BYTES = 4096;

const extensionOf = (fileName: string) => /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";

/** The media type of a file that may be uploaded, or undefined for any other. */
export function typeOf(fileName: string, bytes: Buffer): string | undefined {
  const extension = extensionOf(fileName);
  const textType = ({ ...text, ...written } as Types)[extension];
  // First, since a text may begin with the letters of a signature; but nobody's text begins as a PDF does.
  if (textType) return isPdf(bytes) ? "application/pdf" : isText(bytes) ? textType : undefined;
  return signatures.find(({ fits }) => fits(bytes))?.types[extension];
}

/** Why a file without a type has none: the end of a sentence that begins with its name. */
export function whyNoType(fileName: string, bytes: Buffer): string {
  if (bytes.length === 0) return "is empty";
  // Office keeps what it encrypts in the container of its older formats.
  if (extensionOf(fileName) in office && starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return "is protected with a password";
  if (endings.includes(extensionOf(fileName))) return "has a content that does not fit its name";
  return "is not of a type that can be added";
}

/** Control characters that texts have: tab, line and page breaks, and what colours a terminal's output. */
const CONTROLS = new Set([9, 10, 12, 13, 27]);
/** UTF-16 by its mark, in which bytes say nothing of characters, or any encoding that has ASCII in it. */
const isText = (bytes: Buffer) =>
  bytes.length > 0 &&
  (starts(bytes, 0xff, 0xfe) ||
    starts(bytes, 0xfe, 0xff) ||
    bytes.every((byte) => byte >= 32 || CONTROLS.has(byte)));

/** Which sounds a film's file can be told to be without reading it: those whose tracks it names (ISO 14496-12, 8.4.3). */
const hasSoundTracksOnly = (b: Buffer) => b.includes("hdlr") && b.includes("soun") && !b.includes("vide");
const SOUNDS = ["webm", "mp3", "wav", "ogg", "flac"];
export const ACCEPTED_SOUNDS = `Accepted: ${[...SOUNDS, "m4a"].join(", ").toUpperCase()}.`;

/**
 * A name that fits a recording of sound, told by its content: browsers call theirs `blob` or, with AAC in it,
 * `recording.mp4`. Undefined for what is none.
 * @param claimedType What the sender calls it, in which alone MP4 with and without pictures may differ
 */
export function soundName(fileName: string, bytes: Buffer, claimedType = ""): string | undefined {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, "");
  const isSound = /^audio\//i.test(claimedType) || hasSoundTracksOnly(bytes);
  const movies = isMovie(bytes) && isSound ? ["m4a"] : [];
  const names = [fileName, ...[...SOUNDS, ...movies].map((ending) => `${stem}.${ending}`)];
  return names.find((name) => typeOf(name, bytes)?.startsWith("audio/"));
}

/** Files whose bytes are their text. */
export const isTextType = (mimeType: string) => Object.values(text).includes(mimeType);
export const isImageType = (mimeType: string) => mimeType.startsWith("image/");
export const isArchiveType = (mimeType: string) => mimeType === ZIP;
/** Documents of Office that are ZIP archives inside. */
export const isOfficeType = (mimeType: string) => Object.values(office).includes(mimeType);
