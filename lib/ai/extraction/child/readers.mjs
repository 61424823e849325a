// @ts-check
import { readCalendar } from "./calendar.mjs";
import { readMail } from "./mail.mjs";
import { readPdf } from "./pdf.mjs";
import { readPicture } from "./picture.mjs";
import { readSheets, readTable } from "./table.mjs";
import { readText } from "./text.mjs";
import { readDoc, readDocx } from "./word.mjs";

/**
 * @typedef {{ progress(percent: number): void, slow(): void }} Tell `slow`: pictures are read, which takes longer
 * @typedef {{ languages: string[], scan?: number }} How `languages`: of text in pictures, as Tesseract calls them; `scan`: the only page to read, as a picture
 * @typedef {{ pages: number, scans: number[] }} Counted `scans`: the pages that are pictures of text, which were not read
 * @typedef {(path: string, output: import("./output.mjs").Output, tell: Tell, how: How) => Promise<Counted | void>} Read
 * @typedef {keyof typeof readers} ReaderName
 */

/** By what `document-types.ts` calls them: what it names and is not here does not compile. */
export const readers = {
  calendar: readCalendar,
  doc: readDoc,
  docx: readDocx,
  image: readPicture,
  mail: readMail,
  pdf: readPdf,
  sheets: readSheets,
  table: readTable,
  text: readText,
};
