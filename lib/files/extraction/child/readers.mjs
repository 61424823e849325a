// @ts-check
import { readBook } from "./book.mjs";
import { readCalendar } from "./calendar.mjs";
import { readContacts } from "./contacts.mjs";
import { readMail, readWebArchive } from "./mail.mjs";
import { readNotebook } from "./notebook.mjs";
import { readOpenDocument } from "./opendocument.mjs";
import { readOutlookMail } from "./outlook-mail.mjs";
import { readPdf } from "./pdf.mjs";
import { readPicture } from "./picture.mjs";
import { readBmp, readHeic } from "./picture-formats.mjs";
import { readRtf } from "./rtf.mjs";
import { readSlides } from "./slides.mjs";
import { readTable } from "./table.mjs";
import { readCode, readPage, readText } from "./text.mjs";
import { readTiff } from "./tiff.mjs";
import { readDoc, readDocx } from "./word.mjs";
import { readSheets } from "./workbook.mjs";

/**
 * @typedef {object} Tell
 * @property {(percent: number) => void} progress
 * @property {() => void} slow announces an image, which takes longer
 * @property {string | undefined} [language] of source code
 * @property {(attached: Attached, output: import("./output.mjs").Output) => Promise<void>} [readAttached] appends the
 * text of an attachment; rejects when it can't be read
 * @typedef {{ name: string, bytes: Uint8Array, mimeType?: string }} Attached `mimeType`: as declared by the sender
 * @typedef {{ languages: string[], scan?: number, shown?: number, isAttached?: boolean, address?: string, charset?:
 * string, asRows?: boolean }} How `languages`: OCR languages as Tesseract names them; `scan`: the single page to
 * read, as an image; `shown`: the page to convert to a Base64 JPEG; `isAttached`: the file is an attachment and read
 * in one go; `address`: URL of a page, of which only the main content is read; `charset`: encoding declared by the
 * server; `asRows`: read a table as JSON lines with raw values
 * @typedef {{ pages: number, scans?: number[] }} Counted `scans`: pages that are images of text, which were not read
 * @typedef {(path: string, output: import("./output.mjs").Output, tell: Tell, how: How) => Promise<Counted | void>}
 * Read
 * @typedef {keyof typeof readers} ReaderName
 */

/** Readers by the names in `document-types.ts`, which doesn't compile when one is missing. */
export const readers = {
  // AVIF uses the reader of TIFF, because libvips detects the format by content.
  avif: readTiff,
  bmp: readBmp,
  book: readBook,
  calendar: readCalendar,
  code: readCode,
  contacts: readContacts,
  doc: readDoc,
  docx: readDocx,
  heic: readHeic,
  image: readPicture,
  mail: readMail,
  notebook: readNotebook,
  opendocument: readOpenDocument,
  outlookMail: readOutlookMail,
  page: readPage,
  pdf: readPdf,
  rtf: readRtf,
  sheets: readSheets,
  slides: readSlides,
  table: readTable,
  text: readText,
  tiff: readTiff,
  webArchive: readWebArchive,
};
