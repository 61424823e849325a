// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Unreadable } from "./output.mjs";
import { lowercaseFirstLetter, namePages, PARTLY_UNREAD } from "./page-names.mjs";
import { readMarks } from "./pdf-marks.mjs";
import { inspectPage } from "./pdf-page.mjs";
import { PictureFinder, readPictures } from "./pdf-scan.mjs";

// Longer documents would delay those of other users too much.
const MAX_PAGES = 2_000;
const MAX_PAGES_WITH_FIGURES = 100;
// Finding images decodes them, so the limit of processor time restarts after this many pages.
const SCANS_PER_LIMIT = 25;
// Scans in an attached PDF are read immediately, whereas those of a document are queued.
const MAX_ATTACHED_SCANS = 5;
const PACKAGE = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
// Resources that pdf.js loads on demand. Paths must end with a slash.
const PARTS = {
  // Character maps of East Asian fonts that aren't embedded.
  cMapUrl: `${join(PACKAGE, "cmaps")}/`,
  standardFontDataUrl: `${join(PACKAGE, "standard_fonts")}/`,
  // Decoders for CCITT, JBIG2 and JPEG 2000 images of faxes and copiers.
  wasmUrl: `${join(PACKAGE, "wasm")}/`,
};

/**
 * Reads a PDF page by page and reports pages with images, or reads the images of the requested page.
 * @type {import("./readers.mjs").Read}
 */
export async function readPdf(path, output, tell, { languages, scan, isAttached }) {
  const { getDocument, OPS } = await pdfjs();
  const data = new Uint8Array(await readFile(path));
  const loading = getDocument({ data, verbosity: 0, ...PARTS });
  try {
    const pdf = await loading.promise.catch((error) => {
      if (error?.name === "PasswordException") throw new Unreadable("This PDF is protected with a password.");
      throw error;
    });
    const readScan = async (/** @type {number} */ number) => {
      const page = await pdf.getPage(number);
      return readPictures(page, await inspectPage(page, OPS), languages, tell);
    };
    if (scan === undefined)
      return await new PdfReading(pdf, OPS, output, tell, isAttached ? readScan : undefined).read();
    const { text, isPartial, seemsToBe } = await readScan(scan);
    output.add(text);
    if (seemsToBe) output.leaveOut(`The text seems to be ${seemsToBe}.`);
    else if (isPartial && text) output.leaveOut(PARTLY_UNREAD);
  } finally {
    await loading.destroy();
  }
}

// Stubs the drawing classes, for which pdf.js would load a native addon. Nothing is drawn here.
function pdfjs() {
  const scope = /** @type {any} */ (globalThis);
  for (const name of ["DOMMatrix", "ImageData", "Path2D"]) scope[name] ??= class {};
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

class PdfReading {
  #pdf;
  #ops;
  #output;
  #tell;
  #readScan;
  #finder = new PictureFinder();
  /** Pages with images to read. @type {number[]} */
  #scans = [];
  #pagesWithFigures = 0;
  #pagesWithText = 0;
  /**
   * Page numbers by problem.
   * @type {Record<"failed" | "leftOut" | "unknown" | "strange" | "unreadScans" | "unreadFigures", number[]>}
   */
  #pages = { failed: [], leftOut: [], unknown: [], strange: [], unreadScans: [], unreadFigures: [] };

  /**
   * @param {import("pdfjs-dist").PDFDocumentProxy} pdf
   * @param {Record<string, number>} ops pdf.js's operator numbers
   * @param {import("./output.mjs").Output} output
   * @param {import("./readers.mjs").Tell} tell
   * @param {(number: number) => Promise<import("./ocr-page.mjs").PageText>} [readScan] reads the images of the first
   * pages immediately
   */
  constructor(pdf, ops, output, tell, readScan) {
    this.#pdf = pdf;
    this.#ops = ops;
    this.#output = output;
    this.#tell = tell;
    this.#readScan = readScan;
  }

  async read() {
    const last = Math.min(this.#pdf.numPages, MAX_PAGES);
    let reported = 0;
    for (let number = 1; number <= last && !this.#output.isFull; number++) {
      this.#output.part();
      const text = await this.#readPage(number).catch(() => {
        this.#pages.failed.push(number);
        return "";
      });
      if (text) this.#output.add(`${text}\n\n`);
      const percent = Math.floor((number / last) * 100);
      if (percent > reported) this.#tell.progress(percent);
      reported = percent;
    }
    this.#assertText(last);
    this.#describe(last);
    return { pages: this.#pdf.numPages, scans: this.#readScan ? [] : this.#scans };
  }

  /** @param {number} number */
  async #readPage(number) {
    const page = await this.#pdf.getPage(number);
    const inspected = await inspectPage(page, this.#ops);
    const { items, doubt } = inspected;
    let { text } = inspected;
    if (doubt) this.#pages[text ? doubt : "leftOut"].push(number);
    if (await this.#hasPicturesToRead(page, inspected, number)) {
      this.#scans.push(number);
      if (this.#scans.length % SCANS_PER_LIMIT === 0) this.#tell.slow();
      if (this.#readScan) text = await this.#readAttached(number, text, this.#readScan);
    }
    const marks = await readMarks(page, items, this.#ops);
    page.cleanup();
    const all = [text, marks].filter(Boolean).join("\n\n");
    if (all) this.#pagesWithText++;
    return all;
  }

  /** @param {any} page @param {import("./pdf-page.mjs").InspectedPage} inspected @param {number} number */
  async #hasPicturesToRead(page, inspected, number) {
    const kind = await this.#finder.classify(page, inspected);
    if (kind !== "figures") return kind === "scan";
    if (this.#pagesWithFigures++ < MAX_PAGES_WITH_FIGURES) return true;
    this.#pages.unreadFigures.push(number);
    return false;
  }

  /** @param {number} number @param {string} text @param {(number: number) => Promise<import("./ocr-page.mjs").PageText>} readScan */
  async #readAttached(number, text, readScan) {
    if (this.#scans.length > MAX_ATTACHED_SCANS) {
      this.#pages[text ? "unreadFigures" : "unreadScans"].push(number);
      return text;
    }
    const scan = await readScan(number).catch(() => undefined);
    if (!scan) this.#pages[text ? "unreadFigures" : "failed"].push(number);
    return [text, scan?.text].filter(Boolean).join("\n");
  }

  /** @param {number} last @throws Unreadable when no page has text or images */
  #assertText(last) {
    if (this.#pagesWithText > 0 || this.#scans.length > 0) return;
    if (this.#pages.failed.length === last) throw new Error("No page of this PDF can be read.");
    throw new Unreadable(
      this.#pages.leftOut.length > 0
        ? "The fonts in this PDF can't be read as text."
        : "This PDF contains no text, and none was found in its images.",
    );
  }

  /** Adds notes on content that was not read or may be wrong. @param {number} last */
  #describe(last) {
    const { failed, leftOut, unknown, strange, unreadScans, unreadFigures } = this.#pages;
    const say = (/** @type {number[]} */ pages, /** @type {(names: string) => string} */ sentence) =>
      pages.length > 0 && this.#output.leaveOut(sentence(namePages(pages)));
    say(failed, (names) => `${names} could not be read.`);
    say(
      unreadScans,
      (names) =>
        `${names} ${isOne(unreadScans) ? "was" : "were"} not read: of scanned pages, an attached PDF has too many.`,
    );
    say(unreadFigures, (names) => `The pictures of ${lowercaseFirstLetter(names)} were not read.`);
    say(
      leftOut,
      (names) =>
        `${names} ${isOne(leftOut) ? "was" : "were"} left out: the fonts do not say what their letters are.`,
    );
    say(unknown, (names) => `The fonts of ${lowercaseFirstLetter(names)} do not say what some letters are.`);
    if (strange.length > this.#pagesWithText / 2)
      this.#output.leaveOut(
        "The words of this PDF are in no language: they are codes, or its fonts do not say what their letters are.",
      );
    else
      say(
        strange,
        (names) =>
          `The words of ${lowercaseFirstLetter(names)} are in no language: they are codes, or misread.`,
      );
    if (last < this.#pdf.numPages)
      this.#output.leaveOut(`Only the first ${count(last)} of ${count(this.#pdf.numPages)} pages were read.`);
  }
}

/** @param {number[]} pages */
const isOne = (pages) => pages.length === 1;
/** @param {number} number */
const count = (number) => number.toLocaleString("en");
