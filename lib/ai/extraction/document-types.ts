import type { ReaderName } from "./child/readers.mjs";
import {
  either,
  type Fits,
  isMatroskaFilm,
  isMatroskaSound,
  isMovie,
  isMp3Frame,
  isOldOffice,
  isPdf,
  isText,
  isZip,
  riff,
  starts,
  word,
} from "./signatures";

/** A type of file that can be added. */
type DocumentType = {
  mimeType: string;
  /** How names of such files end, without the dot: they say which of several types with the same signature it is. */
  endings: string[];
  fits: Fits;
  /**
   * Where its text comes from: a reader of `child/readers.mjs`, the list of what is unpacked from it, or what is
   * written down later, when somebody asks for it.
   */
  text: ReaderName | "unpacked" | "transcript";
  /** Its bytes are its text, whatever a reader makes of it. */
  isText?: true;
  /** Its passages are lines that make no sense without the first one. */
  isTable?: true;
  /** It is a ZIP archive inside, which is held to the rules of archives. */
  isOffice?: true;
};

const text = (mimeType: string, ...endings: string[]): DocumentType => ({
  mimeType,
  endings,
  fits: isText,
  text: "text",
  isText: true,
});
const media = (mimeType: string, ending: string, fits: Fits): DocumentType => ({
  mimeType,
  endings: [ending],
  fits,
  text: "transcript",
});

/** Every type of file that can be added, in the order in which they are named to people. */
export const documentTypes: DocumentType[] = [
  text("text/plain", "txt"),
  text("text/markdown", "md"),
  { ...text("text/csv", "csv"), text: "table", isTable: true },
  { ...text("text/tab-separated-values", "tsv"), text: "table", isTable: true },
  text("application/json", "json"),
  text("application/xml", "xml"),
  text("application/yaml", "yaml", "yml"),
  { mimeType: "message/rfc822", endings: ["eml"], fits: isText, text: "mail" },
  { mimeType: "text/calendar", endings: ["ics"], fits: isText, text: "calendar" },
  { mimeType: "application/pdf", endings: ["pdf"], fits: isPdf, text: "pdf" },
  { mimeType: "image/jpeg", endings: ["jpg", "jpeg"], fits: starts(0xff, 0xd8, 0xff), text: "image" },
  { mimeType: "image/png", endings: ["png"], fits: starts(0x89, 0x50, 0x4e, 0x47), text: "image" },
  { mimeType: "image/gif", endings: ["gif"], fits: either(word("GIF87a"), word("GIF89a")), text: "image" },
  { mimeType: "image/webp", endings: ["webp"], fits: riff("WEBP"), text: "image" },
  {
    mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    endings: ["docx"],
    fits: isZip,
    text: "docx",
    isOffice: true,
  },
  {
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    endings: ["xlsx"],
    fits: isZip,
    text: "sheets",
    isTable: true,
    isOffice: true,
  },
  { mimeType: "application/zip", endings: ["zip"], fits: isZip, text: "unpacked" },
  { mimeType: "application/msword", endings: ["doc"], fits: isOldOffice, text: "doc" },
  {
    mimeType: "application/vnd.ms-excel",
    endings: ["xls"],
    fits: isOldOffice,
    text: "sheets",
    isTable: true,
  },
  media("video/mp4", "mp4", isMovie),
  media("video/quicktime", "mov", isMovie),
  media("video/webm", "webm", (bytes) => isMatroskaFilm(bytes) && bytes.includes("webm")),
  media("video/x-matroska", "mkv", isMatroskaFilm),
  media("video/x-msvideo", "avi", riff("AVI ")),
  media("audio/webm", "webm", isMatroskaSound),
  media("audio/mpeg", "mp3", either(word("ID3"), isMp3Frame)),
  media("audio/wav", "wav", riff("WAVE")),
  media("audio/ogg", "ogg", word("OggS")),
  media("audio/flac", "flac", word("fLaC")),
  media("audio/mp4", "m4a", isMovie),
];

const byMimeType = new Map(documentTypes.map((type) => [type.mimeType, type]));

/** The type with this media type; undefined for what cannot be added. */
export const documentType = (mimeType: string): DocumentType | undefined => byMimeType.get(mimeType);
