// @ts-check
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Unreadable } from "./output.mjs";
import { textOfPixels } from "./picture.mjs";

/** Scanned pages are read for so long; the rest is left out and said. */
const SCANS_MS = 300_000;
/** A text of more takes longer to read than others should wait for it. */
const MOST_PAGES = 2_000;
/** A picture with fewer pixels is a logo, not a page. */
const LEAST_PIXELS = 300_000;
/** What the characters of East Asian fonts are that are not in the file: of Adobe, as pdf.js packs them. */
const CMAPS = `${join(import.meta.dirname, "cmaps")}/`;
/** Of the characters of a page; with more its letters are not those that are seen. */
const MOST_UNKNOWN = 0.3;

/** Page by page; pages that are pictures of text are read as such. @type {import("./readers.mjs").Read} */
export async function readPdf(path, output, tell) {
  const { getDocumentProxy, extractImages } = await import("unpdf");
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), {
    verbosity: 0,
    cMapUrl: CMAPS,
    cMapPacked: true,
  }).catch((error) => {
    if (error?.name === "PasswordException") throw new Unreadable("This PDF is protected with a password.");
    throw error;
  });
  let told = 0;
  let hasText = false;
  /** @type {number | undefined} */
  let scansUntil;
  let leftOut = 0;
  let unknown = 0;
  const last = Math.min(pdf.numPages, MOST_PAGES);
  for (let number = 1; number <= last && !output.isFull; number++) {
    output.part();
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    let text = legible(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    ).trim();
    if (isUnknown(text)) {
      unknown++;
      text = "";
    } else if (!text) {
      scansUntil ??= Date.now() + SCANS_MS;
      if (Date.now() < scansUntil) {
        tell.slow();
        text = await textOfScan(await extractImages(pdf, number).catch(() => []), page.rotate, tell);
      } else leftOut++;
    }
    const filled = filledIn(await page.getAnnotations().catch(() => []));
    if (filled) text = text ? `${text}\n\n${filled}` : filled;
    page.cleanup();
    hasText ||= text !== "";
    if (text) output.add(`${text}\n\n`);
    const percent = Math.floor((number / last) * 100);
    if (percent > told) tell.progress(percent);
    told = percent;
  }
  if (!hasText)
    throw new Unreadable(
      unknown > 0
        ? "The letters of this PDF could not be told: its fonts do not say what they are."
        : "This PDF holds no text, and none was found in its pictures.",
    );
  if (unknown > 0)
    output.leaveOut(
      `${unknown === 1 ? "A page was" : `${count(unknown)} pages were`} left out: the fonts do not say what their letters are.`,
    );
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

/** Shapes of letters, as Arabic fonts and ligatures have them, become the letters. @param {string} text */
const legible = (text) =>
  text.replaceAll(/[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g, (shapes) => shapes.normalize("NFKC"));

/** Whether most of a text are characters without a meaning: unknown, of private use, or controls. @param {string} text */
function isUnknown(text) {
  const strange = text.match(/[\ufffd\p{Co}]|(?!\s)\p{Cc}/gu) ?? [];
  return strange.length > MOST_UNKNOWN * text.replaceAll(/\s/g, "").length;
}

/** What was filled into a form, a line for each field. @param {any[]} annotations */
function filledIn(annotations) {
  return annotations
    .filter(({ subtype, password }) => subtype === "Widget" && !password)
    .flatMap(
      ({ alternativeText, fieldName, fieldValue, radioButton, checkBox, buttonValue, exportValue }) => {
        if (radioButton && fieldValue !== buttonValue) return [];
        if (checkBox && fieldValue !== exportValue) return [];
        const value = [fieldValue].flat().filter((one) => typeof one === "string" && one.trim());
        return value.length > 0 ? [`${alternativeText || fieldName || "Field"}: ${value.join(", ")}`] : [];
      },
    )
    .join("\n");
}

/**
 * @param {{ data: Uint8ClampedArray, width: number, height: number, channels: 1 | 3 | 4 }[]} pictures
 * @param {number} turned how the page shows them, in degrees
 * @param {import("./readers.mjs").Tell} tell
 */
async function textOfScan(pictures, turned, tell) {
  const largest = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return largest && largest.width * largest.height >= LEAST_PIXELS ? textOfPixels(largest, turned, tell) : "";
}
