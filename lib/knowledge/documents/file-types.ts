import {
  detectExtension,
  documentTypes,
  findDocumentType,
  IN_EBCDIC,
  isEbcdic,
  isMovie,
  isOldOffice,
} from "@/lib/files/extraction/service";

// Detects file types by signature or, for types without one, by whether the bytes are text. The name only
// distinguishes text formats and types with the same signature (`lib/files/extraction/document-types.ts`). PDFs and
// pictures are detected by their bytes alone, because programs misname them.

const listEndings = (kind = "") => [
  ...new Set(
    documentTypes.filter(({ mimeType }) => mimeType.startsWith(kind)).flatMap(({ endings }) => endings),
  ),
];
const accepting = (endings: string[]) => `Accepted: ${endings.join(", ").toUpperCase()}.`;

/** The accepted file extensions, without the dot. */
export const endings: string[] = listEndings();
export const videoEndings: string[] = listEndings("video/");
const SOUNDS = listEndings("audio/");
/** The accepted extensions, as the end of an error message. */
export const ACCEPTED = accepting(endings);
export const ACCEPTED_SOUNDS = accepting(SOUNDS);

export const SNIFFED_BYTES = 4096;

const getExtension = (fileName: string) => /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
const typesCalled = (fileName: string) =>
  documentTypes.filter(({ endings }) => endings.includes(getExtension(fileName)));

// Tests for the complete PDF header, because a plain text may begin with `%PDF` and a PDF may consist of text only (ISO
// 32000-1, 7.5.2).
const isWholePdf = (bytes: Buffer) => /^%PDF-\d\.\d\s/.test(bytes.toString("latin1", 0, 9));

// The formats that programs save under the extension of an office document.
const OFFICE = ["docx", "xlsx", "pptx", "odt", "ods", "odp", "rtf", "pdf", "html", "xml"];
const SAVED_AS: Record<string, { text?: string; zip?: string }> = {
  doc: { text: "txt", zip: "docx" },
  docx: { zip: "docx" },
  rtf: { text: "txt", zip: "docx" },
  odt: { zip: "odt" },
  xls: { text: "csv", zip: "xlsx" },
  xlsx: { text: "csv", zip: "xlsx" },
  ods: { zip: "ods" },
  csv: { zip: "xlsx" },
  pptx: { zip: "pptx" },
  odp: { zip: "odp" },
};

export function detectType(fileName: string, bytes: Buffer): string | undefined {
  const types = typesCalled(fileName);
  if (types.length > 0 && isWholePdf(bytes)) return "application/pdf";
  const called = types.find(({ fits }) => fits(bytes));
  if (called) return called.mimeType;
  if (types.some(({ mimeType }) => mimeType.startsWith("image/")))
    return pictureTypes.find(({ fits }) => fits(bytes))?.mimeType;
  return typeSavedAs(getExtension(fileName), bytes);
}
const pictureTypes = documentTypes.filter(({ mimeType }) => mimeType.startsWith("image/"));

// Returns the type of a file whose content has a different document format than its extension says.
function typeSavedAs(extension: string, bytes: Buffer): string | undefined {
  const savedAs = SAVED_AS[extension];
  if (!savedAs) return undefined;
  const sniffed = detectExtension(bytes);
  const ending = sniffed === "zip" ? savedAs.zip : (sniffed ?? savedAs.text);
  const type = documentTypes.find(({ endings }) => endings[0] === ending);
  if (!type?.fits(bytes) || !(OFFICE.includes(ending!) || ending === savedAs.text)) return undefined;
  // Such a text with tabs is treated as tab-separated, which programs save with a workbook's extension more often than
  // comma-separated tables.
  return ending === "csv" && bytes.includes("\t") ? "text/tab-separated-values" : type.mimeType;
}

export const detectPictureType = (bytes: Buffer): string | undefined =>
  pictureTypes.find(({ mimeType, fits }) => /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && fits(bytes))
    ?.mimeType;

/** Returns the reason why a file's type is not supported, as the end of a sentence that begins with its name. */
export function explainUnknownType(fileName: string, bytes: Buffer): string {
  if (bytes.length === 0) return "is empty";
  const types = typesCalled(fileName);
  // Office stores encrypted documents in its older container format.
  if (types.some(({ parts }) => parts) && isOldOffice(bytes)) return "is protected with a password";
  if (types.some(({ isText }) => isText) && isEbcdic(bytes)) return IN_EBCDIC;
  return types.length > 0 ? "has a content that does not fit its name" : "is not of a type that can be added";
}

// Recognizes audio-only MP4 files by the handlers of their tracks, without parsing them (ISO 14496-12, 8.4.3).
const hasSoundTracksOnly = (b: Buffer) => b.includes("hdlr") && b.includes("soun") && !b.includes("vide");
const isAppleSound = (b: Buffer) => /^ftypM4[AB] $/.test(b.toString("latin1", 4, 12));

/**
 * Returns the file name of a sound recording with an extension that matches its content, because browsers name
 * recordings `blob` or, for AAC, `recording.mp4`. Returns undefined for other files.
 * @param claimedType the sender's media type, which may be the only difference between MP4 files with and without video
 */
export function toSoundFileName(fileName: string, bytes: Buffer, claimedType = ""): string | undefined {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, "");
  const isSound = /^audio\//i.test(claimedType) || isAppleSound(bytes) || hasSoundTracksOnly(bytes);
  const others = isMovie(bytes) && !isSound ? [] : SOUNDS.map((ending) => `${stem}.${ending}`);
  return [fileName, ...others].find((name) => detectType(name, bytes)?.startsWith("audio/"));
}

export const isTextType = (mimeType: string) => findDocumentType(mimeType)?.isText === true;
export const isImageType = (mimeType: string) => findDocumentType(mimeType)?.text === "image";
export const isArchiveType = (mimeType: string) => findDocumentType(mimeType)?.text === "unpacked";
export const hasTranscript = (mimeType: string) => findDocumentType(mimeType)?.text === "transcript";
