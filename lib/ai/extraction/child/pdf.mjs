// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isLanguage } from "./language.mjs";
import { Unreadable } from "./output.mjs";
import { marksOf } from "./pdf-marks.mjs";
import { scanOn } from "./pdf-scan.mjs";
import { isUnknown, textOfItems } from "./pdf-text.mjs";
import { textOfPixels } from "./picture.mjs";

/** A text of more takes longer to read than others should wait for it. */
const MOST_PAGES = 2_000;
/** Of a PDF within another file. They are read at once, those of a document of its own by themselves. */
const MOST_ATTACHED_SCANS = 5;
/** A page with fewer letters, and with a large picture, is a scan that was stamped or numbered. */
const FEW_LETTERS = 100;
const PACKAGE = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
/** What pdf.js reads when a file needs it; it wants a slash at the end. */
const PARTS = {
  // What the characters of East Asian fonts are that are not in the file.
  cMapUrl: `${join(PACKAGE, "cmaps")}/`,
  standardFontDataUrl: `${join(PACKAGE, "standard_fonts")}/`,
  // What decodes the pictures of fax machines and copiers (CCITT, JBIG2) and JPEG 2000.
  wasmUrl: `${join(PACKAGE, "wasm")}/`,
};

/** Page by page. Those that are pictures of text are only named, or, when they are asked for, read. @type {import("./readers.mjs").Read} */
export async function readPdf(path, output, tell, { languages, scan, isAttached }) {
  const { getDocument, OPS } = await pdfjs();
  const data = new Uint8Array(await readFile(path));
  const loading = getDocument({ data, verbosity: 0, ...PARTS });
  try {
    const pdf = await loading.promise.catch((error) => {
      if (error?.name === "PasswordException") throw new Unreadable("This PDF is protected with a password.");
      throw error;
    });
    const textOfScan = async (/** @type {number} */ number) => {
      const page = await pdf.getPage(number);
      const pixels = await (await scanOn(page, OPS))?.();
      if (!pixels) throw new Unreadable("The picture of this page could not be decoded.");
      return textOfPixels(pixels, page.rotate, languages, tell);
    };
    if (scan === undefined)
      return await readPages(pdf, OPS, output, tell, isAttached ? textOfScan : undefined);
    output.add(await textOfScan(scan));
  } finally {
    await loading.destroy();
  }
}

/** pdf.js wants what it draws with, and would load machine code for that. Nothing is drawn here. */
function pdfjs() {
  const scope = /** @type {any} */ (globalThis);
  for (const name of ["DOMMatrix", "ImageData", "Path2D"]) scope[name] ??= class {};
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

/**
 * @param {import("pdfjs-dist").PDFDocumentProxy} pdf
 * @param {Record<string, number>} ops what the numbers of drawing orders are
 * @param {import("./output.mjs").Output} output
 * @param {import("./readers.mjs").Tell} tell
 * @param {(number: number) => Promise<string>} [textOfScan] reads scans at once, the first of them
 */
async function readPages(pdf, ops, output, tell, textOfScan) {
  let told = 0;
  let hasText = false;
  let unknown = 0;
  /** Pages that say something, and those of them whose words are of no language. */
  const said = { all: 0, strange: 0 };
  /** @type {number[]} */
  const scans = [];
  const last = Math.min(pdf.numPages, MOST_PAGES);
  for (let number = 1; number <= last && !output.isFull; number++) {
    output.part();
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    let text = textOfItems(items);
    const isGarbage = isUnknown(text);
    const isStrange = isGarbage || !isLanguage(text);
    if (isGarbage) text = "";
    if ((isStrange || text.length < FEW_LETTERS) && (await scanOn(page, ops).catch(() => undefined))) {
      scans.push(number);
      if (isStrange) text = "";
      if (textOfScan && scans.length <= MOST_ATTACHED_SCANS)
        text = `${text}\n${await textOfScan(number).catch(() => "")}`.trim();
    } else if (isGarbage) unknown++;
    if (text) said.all++;
    if (text && isStrange) said.strange++;
    const marks = await marksOf(page, items, ops);
    if (marks) text = text ? `${text}\n\n${marks}` : marks;
    page.cleanup();
    hasText ||= text !== "";
    if (text) output.add(`${text}\n\n`);
    const percent = Math.floor((number / last) * 100);
    if (percent > told) tell.progress(percent);
    told = percent;
  }
  const isStrange = said.strange > said.all / 2;
  if ((!hasText || isStrange) && scans.length === 0)
    throw new Unreadable(
      unknown > 0 || isStrange
        ? "The letters of this PDF could not be told: its fonts do not say what they are."
        : "This PDF holds no text, and none was found in its pictures.",
    );
  if (unknown > 0)
    output.leaveOut(
      `${unknown === 1 ? "A page was" : `${count(unknown)} pages were`} left out: the fonts do not say what their letters are.`,
    );
  if (textOfScan && scans.length > MOST_ATTACHED_SCANS)
    output.leaveOut(`Only the first ${MOST_ATTACHED_SCANS} scanned pages of an attached PDF were read.`);
  if (last < pdf.numPages)
    output.leaveOut(`Only the first ${count(last)} of ${count(pdf.numPages)} pages were read.`);
  return { pages: pdf.numPages, scans };
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");
