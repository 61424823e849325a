import { isPdf, isSpreadsheetXml } from "./child/content.mjs";
import type { ReaderName } from "./child/readers.mjs";
import {
  isAdtsFrame,
  isAvif,
  isBmp,
  isHeic,
  isMatroskaFilm,
  isMatroskaSound,
  isMovie,
  isMp3Frame,
  isOldOffice,
  isRtf,
  isText,
  isTiff,
  isZip,
  matchBytes,
  matchEither,
  matchRiff,
  matchWord,
  type SignatureTest,
} from "./signatures";

type DocumentType = {
  mimeType: string;
  /** File name extensions without the dot. They distinguish types with the same signature. */
  endings: string[];
  fits: SignatureTest;
  /**
   * Source of the text: a reader of `child/readers.mjs`, the list of unpacked files, or a transcript that is produced
   * later on request.
   */
  text: ReaderName | "unpacked" | "transcript";
  isText?: true;
  /** Chunks repeat the header line, without which rows are meaningless. */
  isTable?: true;
  /**
   * Pattern of lowercase part names, one of which the file must contain. Set for ZIP-based types, to which the
   * limits of archives apply.
   */
  parts?: string;
  isMarkdown?: true;
  language?: string;
};

const text = (mimeType: string, ...endings: string[]): DocumentType => ({
  mimeType,
  endings,
  fits: isText,
  text: "text",
  isText: true,
});
const media = (mimeType: string, ending: string, fits: SignatureTest): DocumentType => ({
  mimeType,
  endings: [ending],
  fits,
  text: "transcript",
});

const code = (language: string, ...endings: string[]): DocumentType => ({
  ...text(`text/x-${language}`, ...endings),
  text: "code",
  language,
});
// Matches the content types and main parts of an Office document (ECMA-376 part 2, 10; part 1, 11 to 13).
const office = (folder: string) => `^/?${folder}/[^/]+$`;
const OOXML = "application/vnd.openxmlformats-officedocument";
const openDocument = (kind: string, ending: string): DocumentType => ({
  mimeType: `application/vnd.oasis.opendocument.${kind}`,
  endings: [ending],
  fits: isZip,
  text: "opendocument",
  parts: "^content\\.xml$",
  isMarkdown: true,
});

export const documentTypes: DocumentType[] = [
  text("text/plain", "txt", "log"),
  { ...text("text/markdown", "md"), isMarkdown: true },
  { ...text("text/csv", "csv"), text: "table", isTable: true },
  { ...text("text/tab-separated-values", "tsv"), text: "table", isTable: true },
  text("application/json", "json"),
  text("application/x-ndjson", "jsonl", "ndjson"),
  { ...text("application/x-ipynb+json", "ipynb"), text: "notebook", isText: undefined, isMarkdown: true },
  text("text/vtt", "vtt"),
  text("application/x-subrip", "srt"),
  text("application/xml", "xml"),
  text("application/yaml", "yaml", "yml"),
  { mimeType: "text/html", endings: ["html", "htm", "xhtml"], fits: isText, text: "page", isMarkdown: true },
  {
    mimeType: "multipart/related",
    endings: ["mht", "mhtml"],
    fits: isText,
    text: "webArchive",
    isMarkdown: true,
  },
  { mimeType: "message/rfc822", endings: ["eml"], fits: isText, text: "mail" },
  { mimeType: "application/vnd.ms-outlook", endings: ["msg"], fits: isOldOffice, text: "outlookMail" },
  { mimeType: "text/calendar", endings: ["ics"], fits: isText, text: "calendar" },
  { mimeType: "text/vcard", endings: ["vcf"], fits: isText, text: "contacts" },
  { mimeType: "application/rtf", endings: ["rtf"], fits: isRtf, text: "rtf", isMarkdown: true },
  { mimeType: "application/pdf", endings: ["pdf"], fits: isPdf, text: "pdf" },
  {
    mimeType: "image/jpeg",
    endings: ["jpg", "jpeg", "jfif"],
    fits: matchBytes(0xff, 0xd8, 0xff),
    text: "image",
  },
  { mimeType: "image/png", endings: ["png"], fits: matchBytes(0x89, 0x50, 0x4e, 0x47), text: "image" },
  {
    mimeType: "image/gif",
    endings: ["gif"],
    fits: matchEither(matchWord("GIF87a"), matchWord("GIF89a")),
    text: "image",
  },
  { mimeType: "image/webp", endings: ["webp"], fits: matchRiff("WEBP"), text: "image" },
  { mimeType: "image/tiff", endings: ["tif", "tiff"], fits: isTiff, text: "tiff" },
  { mimeType: "image/heic", endings: ["heic", "heif"], fits: isHeic, text: "heic" },
  { mimeType: "image/avif", endings: ["avif"], fits: isAvif, text: "avif" },
  { mimeType: "image/bmp", endings: ["bmp"], fits: isBmp, text: "bmp" },
  {
    mimeType: `${OOXML}.wordprocessingml.document`,
    endings: ["docx"],
    fits: isZip,
    text: "docx",
    parts: office("word"),
    isMarkdown: true,
  },
  {
    mimeType: `${OOXML}.spreadsheetml.sheet`,
    endings: ["xlsx"],
    fits: isZip,
    text: "sheets",
    parts: office("xl"),
    isTable: true,
  },
  // Workbooks with macros, which are never executed, and binary workbooks.
  ...["xlsm", "xlsb"].map(
    (ending): DocumentType => ({
      mimeType: `application/vnd.ms-excel.sheet${ending === "xlsb" ? ".binary" : ""}.macroenabled.12`,
      endings: [ending],
      fits: isZip,
      text: "sheets",
      parts: office("xl"),
      isTable: true,
    }),
  ),
  {
    mimeType: `${OOXML}.presentationml.presentation`,
    endings: ["pptx"],
    fits: isZip,
    text: "slides",
    parts: office("ppt"),
    isMarkdown: true,
  },
  openDocument("text", "odt"),
  openDocument("presentation", "odp"),
  { ...openDocument("spreadsheet", "ods"), text: "sheets", isTable: true, isMarkdown: undefined },
  {
    mimeType: "application/epub+zip",
    endings: ["epub"],
    fits: isZip,
    text: "book",
    parts: "^meta-inf/container\\.xml$",
    isMarkdown: true,
  },
  { mimeType: "application/zip", endings: ["zip"], fits: isZip, text: "unpacked" },
  { mimeType: "application/msword", endings: ["doc"], fits: isOldOffice, text: "doc", isMarkdown: true },
  {
    mimeType: "application/vnd.ms-excel",
    endings: ["xls"],
    fits: matchEither(isOldOffice, isSpreadsheetXml),
    text: "sheets",
    isTable: true,
  },
  media("video/mp4", "mp4", isMovie),
  media("video/quicktime", "mov", isMovie),
  media("video/webm", "webm", (bytes) => isMatroskaFilm(bytes) && bytes.includes("webm")),
  media("video/x-matroska", "mkv", isMatroskaFilm),
  media("video/x-msvideo", "avi", matchRiff("AVI ")),
  media("audio/webm", "webm", isMatroskaSound),
  media("audio/mpeg", "mp3", matchEither(matchWord("ID3"), isMp3Frame)),
  media("audio/wav", "wav", matchRiff("WAVE")),
  media("audio/ogg", "ogg", matchWord("OggS")),
  media("audio/flac", "flac", matchWord("fLaC")),
  media("audio/mp4", "m4a", isMovie),
  media("audio/aac", "aac", isAdtsFrame),
  code("python", "py"),
  code("javascript", "js", "mjs", "cjs", "jsx"),
  code("typescript", "ts", "mts", "cts", "tsx"),
  code("java", "java"),
  code("kotlin", "kt", "kts"),
  code("csharp", "cs"),
  code("c", "c", "h"),
  code("cpp", "cpp", "cc", "cxx", "hpp"),
  code("go", "go"),
  code("rust", "rs"),
  code("ruby", "rb"),
  code("php", "php"),
  code("swift", "swift"),
  code("scala", "scala"),
  code("r", "r"),
  code("lua", "lua"),
  code("perl", "pl"),
  code("dart", "dart"),
  code("sql", "sql"),
  code("bash", "sh", "bash"),
  code("powershell", "ps1"),
  code("css", "css", "scss"),
  code("vue", "vue"),
  code("latex", "tex"),
  code("toml", "toml"),
  code("ini", "ini", "cfg", "conf"),
];

export const attachable: Record<string, { reader: ReaderName; language?: string }> = Object.fromEntries(
  documentTypes.flatMap(({ endings, mimeType, text, language }) =>
    text === "unpacked" || text === "transcript"
      ? []
      : [...endings, mimeType].map((key) => [key, { reader: text, language }]),
  ),
);

const byMimeType = new Map(documentTypes.map((type) => [type.mimeType, type]));

export const isConverted = (mimeType: string): boolean =>
  ["avif", "bmp", "heic", "tiff"].includes(findDocumentType(mimeType)?.text ?? "");

export const findDocumentType = (mimeType: string): DocumentType | undefined => byMimeType.get(mimeType);
