// @ts-check
import { normalizeLetters } from "./pdf-text.mjs";

const MARKED = new Set(["Highlight", "Underline", "Squiggly", "StrikeOut"]);
// Annotation types that draw text which isn't part of the page's text.
const DRAWN = new Set(["Stamp"]);

/**
 * Returns annotations of a page, one per line: form values, comments, marked text, and the text of stamps and
 * signatures.
 * @param {any} page of pdf.js
 * @param {any[]} items the page's text
 * @param {Record<string, number>} ops pdf.js's operator numbers
 */
export async function readMarks(page, items, ops) {
  /** @type {any[]} */
  const annotations = await page.getAnnotations().catch(() => []);
  const isDrawn = (/** @type {any} */ { subtype, fieldType, hasAppearance }) =>
    hasAppearance && (fieldType === "Sig" || DRAWN.has(subtype));
  const drawn = annotations.some(isDrawn) ? await drawnTexts(page, ops) : new Map();
  return annotations
    .flatMap((annotation) => {
      if (isDrawn(annotation)) {
        const text = drawn.get(annotation.id);
        const kind = annotation.fieldType === "Sig" ? "Signature" : "Stamp";
        return text ? [`${kind}: ${text}`] : formatComment(annotation, items);
      }
      return annotation.subtype === "Widget" ? formatFormField(annotation) : formatComment(annotation, items);
    })
    .join("\n");
}

/** @param {any} field */
function formatFormField({
  password,
  alternativeText,
  fieldName,
  fieldValue,
  radioButton,
  checkBox,
  buttonValue,
  exportValue,
}) {
  if (password) return [];
  if (radioButton && fieldValue !== buttonValue) return [];
  if (checkBox && fieldValue !== exportValue) return [];
  const value = [fieldValue].flat().filter((one) => typeof one === "string" && one.trim());
  return value.length > 0
    ? [`${alternativeText || fieldName || "Field"}: ${normalizeLetters(value.join(", "))}`]
    : [];
}

/** Formats a comment and the text that it marks. @param {any} annotation @param {any[]} items */
function formatComment({ subtype, contentsObj, titleObj, quadPoints, inReplyTo, textContent }, items) {
  if (subtype === "Popup" || subtype === "Link") return [];
  const words = oneLine(contentsObj?.str || (textContent ?? []).join(" "));
  const marked = MARKED.has(subtype) && quadPoints ? textWithin(quadPoints, items) : "";
  const by = titleObj?.str ? ` by ${oneLine(titleObj.str)}` : "";
  if (marked) return [`Marked${by}: “${marked}”${words ? ` Comment: ${words}` : ""}`];
  return words ? [`${inReplyTo ? "Reply" : "Comment"}${by}: ${words}`] : [];
}

/** @param {string} text */
const oneLine = (text) => normalizeLetters(text).replaceAll(/\s+/g, " ").trim();

/**
 * Returns the text under marks. Text items have no position per character, so the marked part of an item is estimated
 * by its share of the width and rounded to whole words.
 * @param {ArrayLike<number>} quads eight coordinates per marked line
 * @param {any[]} items
 */
function textWithin(quads, items) {
  const texts = [];
  for (let at = 0; at + 7 < quads.length; at += 8) {
    const corners = Array.from({ length: 8 }, (_, index) => quads[at + index] ?? 0);
    const [xs, ys] = [corners.filter((_, index) => index % 2 === 0), corners.filter((_, index) => index % 2)];
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    for (const { str, transform, width, height } of items) {
      if (!str?.trim()) continue;
      const [x, y] = [transform[4], transform[5] + height / 3];
      if (y < low || y > high || x + width <= left || x >= right) continue;
      texts.push(wordsBetween(str, (left - x) / width, (right - x) / width));
    }
  }
  return oneLine(texts.join(" "));
}

/** @param {string} text @param {number} from share of its width @param {number} to share of its width */
function wordsBetween(text, from, to) {
  const words = [...text.matchAll(/\S+/g)];
  return words
    .filter(({ index, 0: word }) => {
      const middle = (index + word.length / 2) / text.length;
      return middle >= from && middle <= to;
    })
    .map(([word]) => word)
    .join(" ");
}

/** Returns the text drawn by each annotation, by id. @param {any} page @param {Record<string, number>} ops */
async function drawnTexts(page, ops) {
  const { fnArray, argsArray } = await page.getOperatorList();
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {string | undefined} */
  let id;
  for (const [at, op] of fnArray.entries()) {
    if (op === ops.beginAnnotation) [id] = argsArray[at];
    else if (op === ops.endAnnotation) id = undefined;
    else if (id !== undefined) {
      const letters =
        op === ops.showText
          ? argsArray[at][0].map((/** @type {any} */ glyph) => glyph?.unicode ?? "").join("")
          : BREAKS.some((name) => op === ops[name])
            ? " "
            : "";
      texts.set(id, (texts.get(id) ?? "") + letters);
    }
  }
  return new Map([...texts].map(([of, text]) => [of, oneLine(text)]));
}
const BREAKS = ["moveText", "setLeadingMoveText", "setTextMatrix", "nextLine", "beginText"];
