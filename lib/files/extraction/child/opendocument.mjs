// @ts-check
import { readFile } from "node:fs/promises";
import { readEmbedded } from "./embedded.mjs";
import { Markdown } from "./markdown.mjs";
import { convertContent, readPageHeaders } from "./opencontent.mjs";
import { openObjects, readOpenParts } from "./openparts.mjs";
import { openParts } from "./zipped.mjs";

/**
 * Reads text documents and presentations (ODF 1.3, part 3). Places comments and footnotes inline, headers and footers
 * once, and notes below their slide.
 * @type {import("./readers.mjs").Read}
 */
export async function readOpenDocument(path, output, tell) {
  const parts = await openParts(await readFile(path));
  const { content, styles } = await readOpenParts(parts);
  const { headers, footers } = readPageHeaders(styles);
  const { texts, files } = await openObjects(parts, content);
  const pages = [new Markdown()];
  convertContent(content, pages, texts);
  const slides = pages.slice(1);
  if (slides.length === 0)
    output.add([...headers, String(pages[0]), ...footers].filter(Boolean).join("\n\n"));
  for (const md of slides) {
    output.part();
    output.add(`${md}\n\n`);
  }
  if (content.includes("<text:deletion")) output.leaveOut("Text deleted in tracked changes is left out.");
  await readEmbedded(files, output, tell);
  return slides.length > 0 ? { pages: slides.length } : undefined;
}
