// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { decodeHTML } from "../../../platform/html/entities.mjs";
import { formatChart } from "./charts.mjs";
import { extractCompoundFile } from "./compound.mjs";
import { extractEmbeddedFiles, readEmbedded } from "./embedded.mjs";
import { toMarkdown } from "./markup.mjs";
import { listEmbeddedFiles, listPartsOfKind, readCharts, readLinks, readShapeTexts } from "./office.mjs";
import { openWord } from "./word-file.mjs";
import { toWordMarkdown } from "./word-text.mjs";
import { openParts } from "./zipped.mjs";

const require = createRequire(import.meta.url);

// Headers and footers with more bytes contain images and are skipped.
const MAX_HEADER_BYTES = 1_000_000;

const BODY = "word/document.xml";
const OBJECTS = "ObjectPool/";

// Backlink that mammoth appends to footnotes.
const BACK = / ?↑(?=\n|$)/g;

/**
 * Converts Word documents to Markdown with headings, lists and tables. Comments and footnotes follow the text, with
 * numbered references; tracked insertions are kept. Charts, diagrams and embedded files come last.
 * @type {import("./readers.mjs").Read}
 */
export async function readDocx(path, output, tell) {
  const mammoth = require("mammoth");
  const buffer = await readFile(path);
  const parts = await openParts(buffer);
  const { value } = await mammoth.convertToHtml(
    { buffer },
    {
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
      styleMap: ["comment-reference => sup"],
    },
  );
  const { headers, footers, hasDeleted, drawn, files } = await readBesidesBody(parts);
  const body = toMarkdown(value).text.replaceAll(BACK, "");
  output.add([...headers, body, ...drawn, ...footers].filter(Boolean).join("\n\n"));
  if (hasDeleted) output.leaveOut("Text deleted in tracked changes is left out.");
  await readEmbedded(files, output, tell);
}

/**
 * Returns distinct headers and footers (ECMA-376 part 1, 17.10), whether tracked changes delete something (17.13.5),
 * drawings, and embedded files.
 * @param {import("./office.mjs").Parts} parts
 */
async function readBesidesBody(parts) {
  /** @type {{ headers: Set<string>, footers: Set<string> }} */
  const found = { headers: new Set(), footers: new Set() };
  for (const name of parts.names) {
    const [, kind] = /^word\/(header|footer)\d*\.xml$/.exec(name) ?? [];
    const xml = kind ? await parts.bytes(name) : undefined;
    const text = xml && xml.length <= MAX_HEADER_BYTES ? textIn(xml) : "";
    if (text) found[kind === "header" ? "headers" : "footers"].add(text);
  }
  const hasDeleted = (await parts.bytes(BODY))?.includes("<w:delText") ?? false;
  const links = await readLinks(parts, BODY);
  const drawn = (await readCharts(parts, links)).map(formatChart);
  for (const part of listPartsOfKind(links, "diagramData")) {
    const words = readShapeTexts(await parts.read(part));
    if (words.length > 0) drawn.push(`Diagram:\n\n${words.map((text) => `- ${text}`).join("\n")}`);
  }
  return { ...found, hasDeleted, drawn, files: await listEmbeddedFiles(parts, links) };
}

/** Returns the text of WordprocessingML with one line per paragraph. @param {Buffer} xml */
function textIn(xml) {
  const pieces = xml
    .toString("utf8")
    .matchAll(/<w:t(?:\s[^>]{0,200})?>([^<]*)<\/w:t>|<w:(tab|br)\b|<\/w:p>/g);
  let text = "";
  for (const [whole, words, space] of pieces) text += words ?? (space === "tab" ? "\t" : whole ? "\n" : "");
  return decodeHTML(text).trim();
}

/** Reads Word 97–2003 documents and their embedded files (MS-DOC, MS-OLEDS). @type {import("./readers.mjs").Read} */
export async function readDoc(path, output, tell) {
  const { compound, file } = openWord(await readFile(path));
  const { text, hasDeleted } = toWordMarkdown(file);
  output.add(text);
  if (hasDeleted) output.leaveOut("Text deleted in tracked changes is left out.");
  const objects = compound.storages(OBJECTS).map((name) => `${OBJECTS}${name}/`);
  const files = await extractEmbeddedFiles(objects, (object, name) =>
    extractCompoundFile(compound.take(object), name),
  );
  await readEmbedded(files, output, tell);
}
