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
 * @property {() => void} slow pictures are read, which takes longer
 * @property {string | undefined} [language] of a program
 * @property {(attached: Attached, output: import("./output.mjs").Output) => Promise<void>} [readAttached] reads what is
 * attached to a file, behind what was read of that; fails when it cannot be read
 * @typedef {{ name: string, bytes: Uint8Array, mimeType?: string }} Attached `mimeType`: as its sender calls it
 * @typedef {{ languages: string[], scan?: number, shown?: number, isAttached?: boolean, address?: string, charset?: string, asRows?: boolean }} How `languages`: of text in pictures, as Tesseract calls them; `scan`: the only page to read, as a picture; `shown`: the page that is to be shown, as a JPEG in base64; `isAttached`: to another file, with which all of it is read; `address`: where a page was found, of which only what it is about is read; `charset`: the encoding that its server named; `asRows`: a table as lines of JSON, with its values as they are
 * @typedef {{ pages: number, scans?: number[] }} Counted `scans`: the pages that are pictures of text, which were not read
 * @typedef {(path: string, output: import("./output.mjs").Output, tell: Tell, how: How) => Promise<Counted | void>} Read
 * @typedef {keyof typeof readers} ReaderName
 */

/** By what `document-types.ts` calls them: what it names and is not here does not compile. */
export const readers = {
  // libvips tells it from other pictures by its bytes.
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
