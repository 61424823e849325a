import {
  detectExtension,
  documentTypes,
  findDocumentType,
  IN_EBCDIC,
  isEbcdic,
  isMovie,
  isOldOffice,
} from "@/lib/ai/extraction/service";

/**
 * What a file is: by its first bytes where its type has any, else by being
 * text. The name only says which of several types with the same signature, or
 * of text, it is (`lib/ai/extraction/document-types.ts`). A PDF is
 * one under the name of any other type, and pictures are told apart by their bytes alone: programs misname them.
 */
const listEndings = (kind = "") => [
  ...new Set(
    documentTypes.filter(({ mimeType }) => mimeType.startsWith(kind)).flatMap(({ endings }) => endings),
  ),
];
const accepting = (endings: string[]) => `Accepted: ${endings.join(", ").toUpperCase()}.`;

/** The endings of names that files may have, without the dot. */
export const endings: string[] = listEndings();
/** The endings of names of videos. */
export const videoEndings: string[] = listEndings("video/");
const SOUNDS = listEndings("audio/");
/** What can be added, as a sentence that refuses something else ends. */
export const ACCEPTED = accepting(endings);
export const ACCEPTED_SOUNDS = accepting(SOUNDS);

/** How many first bytes `detectType` looks at. */
export const SNIFFED_BYTES = 4096;

const getExtension = (fileName: string) => /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? "";
const typesCalled = (fileName: string) =>
  documentTypes.filter(({ endings }) => endings.includes(getExtension(fileName)));

/** A PDF may be text to the last byte (ISO 32000-1, 7.5.2); a text may begin with a few of its letters. */
const isWholePdf = (bytes: Buffer) => /^%PDF-\d\.\d\s/.test(bytes.toString("latin1", 0, 9));

/** What programs save under the name of a document of Office: by the ending, what its content may be instead. */
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

/** The media type of a file that may be uploaded, or undefined for any other. */
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

/** The type of a file whose content is another kind of document than its name says. */
function typeSavedAs(extension: string, bytes: Buffer): string | undefined {
  const savedAs = SAVED_AS[extension];
  if (!savedAs) return undefined;
  const sniffed = detectExtension(bytes);
  const ending = sniffed === "zip" ? savedAs.zip : (sniffed ?? savedAs.text);
  const type = documentTypes.find(({ endings }) => endings[0] === ending);
  if (!type?.fits(bytes) || !(OFFICE.includes(ending!) || ending === savedAs.text)) return undefined;
  // Tables of tabs are saved as workbooks more often than those of commas.
  return ending === "csv" && bytes.includes("\t") ? "text/tab-separated-values" : type.mimeType;
}

/** What browsers show, by its bytes. */
export const pictureType = (bytes: Buffer): string | undefined =>
  pictureTypes.find(({ mimeType, fits }) => /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && fits(bytes))
    ?.mimeType;

/** Why a file without a type has none: the end of a sentence that begins with its name. */
export function whyNoType(fileName: string, bytes: Buffer): string {
  if (bytes.length === 0) return "is empty";
  const types = typesCalled(fileName);
  // Office keeps what it encrypts in the container of its older formats.
  if (types.some(({ parts }) => parts) && isOldOffice(bytes)) return "is protected with a password";
  if (types.some(({ isText }) => isText) && isEbcdic(bytes)) return IN_EBCDIC;
  return types.length > 0 ? "has a content that does not fit its name" : "is not of a type that can be added";
}

/** Which sounds a film's file can be told to be without reading it: those whose tracks it names (ISO 14496-12, 8.4.3). */
const hasSoundTracksOnly = (b: Buffer) => b.includes("hdlr") && b.includes("soun") && !b.includes("vide");
/** The brands that Apple gives to files of sound, as its recorders do. */
const isAppleSound = (b: Buffer) => /^ftypM4[AB] $/.test(b.toString("latin1", 4, 12));

/**
 * A name that fits a recording of sound, told by its content: browsers call theirs `blob` or, with AAC in it,
 * `recording.mp4`. Undefined for what is none.
 * @param claimedType What the sender calls it, in which alone MP4 with and without pictures may differ
 */
export function soundName(fileName: string, bytes: Buffer, claimedType = ""): string | undefined {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, "");
  const isSound = /^audio\//i.test(claimedType) || isAppleSound(bytes) || hasSoundTracksOnly(bytes);
  const others = isMovie(bytes) && !isSound ? [] : SOUNDS.map((ending) => `${stem}.${ending}`);
  return [fileName, ...others].find((name) => detectType(name, bytes)?.startsWith("audio/"));
}

/** Files whose bytes are their text. */
export const isTextType = (mimeType: string) => findDocumentType(mimeType)?.isText === true;
/** Pictures that browsers and models see as they are. */
export const isImageType = (mimeType: string) => findDocumentType(mimeType)?.text === "image";
export const isArchiveType = (mimeType: string) => findDocumentType(mimeType)?.text === "unpacked";
/** Files that are something else than a text: they are kept, and found by what is made of them later, as by a transcript. */
export const hasTranscript = (mimeType: string) => findDocumentType(mimeType)?.text === "transcript";
