// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { markdownOf } from "./markdown.mjs";

const require = createRequire(import.meta.url);

/** Headings, lists and tables stay what they are, as Markdown. @type {import("./main.mjs").Read} */
export async function readDocx(path, output) {
  const mammoth = require("mammoth");
  const { value } = await mammoth.convertToHtml(
    { buffer: await readFile(path) },
    { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: "" })) },
  );
  output.add(markdownOf(value));
}

/** Word before 2007. @type {import("./main.mjs").Read} */
export async function readDoc(path, output) {
  const WordExtractor = require("word-extractor");
  const document = await new WordExtractor().extract(await readFile(path));
  for (const text of [
    document.getHeaders({ includeFooters: false }),
    document.getBody(),
    document.getTextboxes(),
    document.getFootnotes(),
    document.getEndnotes(),
  ])
    if (text.trim()) output.add(`${text.trim()}\n\n`);
}
