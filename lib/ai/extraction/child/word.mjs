// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer as buffered } from "node:stream/consumers";
import yauzl from "yauzl";
import { decodeHTML } from "../../../platform/html/entities.mjs";
import { markdownOf } from "./markup.mjs";

const require = createRequire(import.meta.url);

/** Of a header or footer; larger ones hold pictures. In bytes. */
const LARGEST_PART = 1_000_000;

/** What mammoth leads back from a footnote with. */
const BACK = / ?↑(?=\n|$)/g;

/**
 * Headings, lists and tables stay what they are, as Markdown. Comments and footnotes stand at the end, with their
 * numbers where they belong to; of tracked changes what is inserted is kept.
 * @type {import("./readers.mjs").Read}
 */
export async function readDocx(path, output) {
  const mammoth = require("mammoth");
  const buffer = await readFile(path);
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
      styleMap: ["comment-reference => sup"],
    },
  );
  const { headers, footers, hasDeleted } = await besidesBody(buffer);
  const body = markdownOf(value).text.replaceAll(BACK, "");
  output.add([...headers, body, ...footers].filter(Boolean).join("\n\n"));
  if (hasDeleted) output.leaveOut("Text that tracked changes delete is left out.");
}

/** What stands above and below the pages, once each (ECMA-376 part 1, 17.10), and whether changes delete something (17.13.5). @param {Buffer} buffer */
async function besidesBody(buffer) {
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true });
  /** @type {{ headers: Set<string>, footers: Set<string> }} */
  const found = { headers: new Set(), footers: new Set() };
  let hasDeleted = false;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === "word/document.xml")
      hasDeleted = (await buffered(await zip.openReadStreamPromise(entry))).includes("<w:delText");
    const [, kind] = /^word\/(header|footer)\d*\.xml$/.exec(entry.fileName) ?? [];
    if (!kind || entry.uncompressedSize > LARGEST_PART) continue;
    const text = textIn(await buffered(await zip.openReadStreamPromise(entry)));
    if (text) found[kind === "header" ? "headers" : "footers"].add(text);
  }
  return { ...found, hasDeleted };
}

/** The words of WordprocessingML, a line for each paragraph. @param {Buffer} xml */
function textIn(xml) {
  const pieces = xml
    .toString("utf8")
    .matchAll(/<w:t(?:\s[^>]{0,200})?>([^<]*)<\/w:t>|<w:(tab|br)\b|<\/w:p>/g);
  let text = "";
  for (const [whole, words, space] of pieces) text += words ?? (space === "tab" ? "\t" : whole ? "\n" : "");
  return decodeHTML(text).trim();
}

/** Word before 2007. @type {import("./readers.mjs").Read} */
export async function readDoc(path, output) {
  const WordExtractor = require("word-extractor");
  const document = await new WordExtractor().extract(await readFile(path));
  for (const text of [
    document.getHeaders({ includeFooters: false }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
    document.getFooters(),
  ])
    if (text.trim()) output.add(`${text.trim()}\n\n`);
}
