// @ts-check
import { readFile } from "node:fs/promises";
import { Unreadable } from "./output.mjs";
import { textOfPixels } from "./picture.mjs";

/** Scanned pages are read for so long; the rest is left out and said. */
const SCANS_MS = 60_000;
/** A text of more takes longer to read than others should wait for it. */
const MOST_PAGES = 2_000;
/** A picture with fewer pixels is a logo, not a page. */
const LEAST_PIXELS = 300_000;

/** Page by page; pages that are pictures of text are read as such. @type {import("./main.mjs").Read} */
export async function readPdf(path, output, tell) {
  const { getDocumentProxy, extractImages } = await import("unpdf");
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), {
    verbosity: 0,
    isEvalSupported: false,
  }).catch((error) => {
    if (error?.name === "PasswordException") throw new Unreadable("This PDF is protected with a password.");
    throw error;
  });
  let told = 0;
  let hasText = false;
  /** @type {number | undefined} */
  let scansUntil;
  let leftOut = 0;
  const last = Math.min(pdf.numPages, MOST_PAGES);
  for (let number = 1; number <= last && !output.isFull; number++) {
    output.part();
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    let text = items
      .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
      .join("")
      .trim();
    if (!text) {
      if (scansUntil === undefined) tell.slow();
      scansUntil ??= Date.now() + SCANS_MS;
      if (Date.now() < scansUntil) text = await textOfScan(await extractImages(pdf, number).catch(() => []));
      else leftOut++;
    }
    page.cleanup();
    hasText ||= text !== "";
    if (text) output.add(`${text}\n\n`);
    const percent = Math.floor((number / last) * 100);
    if (percent > told) tell.progress(percent);
    told = percent;
  }
  if (!hasText) throw new Unreadable("This PDF holds no text, and none was found in its pictures.");
  if (last < pdf.numPages)
    output.leaveOut(`Only the first ${count(last)} of ${count(pdf.numPages)} pages were read.`);
  if (leftOut > 0)
    output.leaveOut(
      leftOut === 1
        ? "A scanned page was left out: reading it takes too long."
        : `${count(leftOut)} scanned pages were left out: reading them takes too long.`,
    );
  return { pages: pdf.numPages };
}

/** @param {number} number */
const count = (number) => number.toLocaleString("en");

/** @param {{ data: Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4 }[]} pictures */
async function textOfScan(pictures) {
  const largest = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return largest && largest.width * largest.height >= LEAST_PIXELS ? textOfPixels(largest) : "";
}
