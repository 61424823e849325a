// @ts-check
import { legible } from "./pdf-text.mjs";

/** What pdf.js gives of comments, of which only those that say or mark something are kept. */
const MARKED = new Set(["Highlight", "Underline", "Squiggly", "StrikeOut"]);
/** What is drawn on the page, in letters that are not in its text. */
const DRAWN = new Set(["Stamp"]);

/**
 * What people have put onto a page: values of its form, comments, what they have marked,
 * and what stamps and signatures show. A line for each.
 * @param {any} page of pdf.js
 * @param {any[]} items its text
 * @param {Record<string, number>} ops what the numbers of drawing orders are
 */
export async function marksOf(page, items, ops) {
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
        return text ? [`${kind}: ${text}`] : said(annotation, items);
      }
      return annotation.subtype === "Widget" ? filledIn(annotation) : said(annotation, items);
    })
    .join("\n");
}

/** @param {any} field */
function filledIn({
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
  return value.length > 0 ? [`${alternativeText || fieldName || "Field"}: ${legible(value.join(", "))}`] : [];
}

/** A comment, and the words that it is about. @param {any} annotation @param {any[]} items */
function said({ subtype, contentsObj, titleObj, quadPoints, inReplyTo, textContent }, items) {
  if (subtype === "Popup" || subtype === "Link") return [];
  const words = oneLine(contentsObj?.str || (textContent ?? []).join(" "));
  const marked = MARKED.has(subtype) && quadPoints ? textWithin(quadPoints, items) : "";
  const by = titleObj?.str ? ` by ${oneLine(titleObj.str)}` : "";
  if (marked) return [`Marked${by}: “${marked}”${words ? ` Comment: ${words}` : ""}`];
  return words ? [`${inReplyTo ? "Reply" : "Comment"}${by}: ${words}`] : [];
}

/** @param {string} text */
const oneLine = (text) => legible(text).replaceAll(/\s+/g, " ").trim();

/**
 * The words below marks. A piece of text has no place for each of its letters, so where a
 * mark begins and ends within one is by its share of the width, at the nearest word.
 * @param {ArrayLike<number>} quads eight coordinates for each line that is marked
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

/** @param {string} text @param {number} from share of its width @param {number} to */
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

/** The letters of what is drawn for each annotation, by its id. @param {any} page @param {Record<string, number>} ops */
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
