// @ts-check
import { readFile } from "node:fs/promises";
import { Markdown, tidied } from "./markdown.mjs";
import { walkXml } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { partsOf } from "./zipped.mjs";

/** What has no words that are seen in the document. */
const UNSEEN = new Set(
  "text:tracked-changes text:sequence-decls office:forms office:scripts svg:title svg:desc dc:date meta:creator-initials meta:date-string text:note-citation text:page-number".split(
    " ",
  ),
);

/**
 * Texts and slides of LibreOffice and others (ODF 1.3, part 3). Comments and footnotes stand where they belong to,
 * headers and footers once, notes below their slide.
 * @type {import("./readers.mjs").Read}
 */
export async function readOpenDocument(path, output) {
  const parts = await partsOf(await readFile(path));
  if (/<manifest:encryption-data\b/.test(await parts.read("META-INF/manifest.xml")))
    throw new Unreadable("This document is protected with a password.");
  const content = await parts.read("content.xml");
  if (!content) throw new Unreadable("This document has no content.");
  const { headers, footers } = aroundPages(await parts.read("styles.xml"));
  const pages = [new Markdown()];
  walkContent(content, pages);
  const slides = pages.slice(1);
  if (slides.length === 0)
    output.add([...headers, String(pages[0]), ...footers].filter(Boolean).join("\n\n"));
  for (const md of slides) {
    output.part();
    output.add(`${md}\n\n`);
  }
  if (content.includes("<text:deletion")) output.leaveOut("Text that tracked changes delete is left out.");
  return slides.length > 0 ? { pages: slides.length } : undefined;
}

/** @param {string} xml @param {Markdown[]} pages gets the slides, behind what is in none */
function walkContent(xml, pages) {
  let md = /** @type {Markdown} */ (pages[0]);
  let unseen = 0;
  /** Within paragraphs, what stands outside of them is no text. */
  let depth = 0;
  let creator = "";
  let isCreator = false;
  let isTitle = false;
  /** @type {{ columns: number, rows: number }[]} */
  const cells = [];
  walkXml(xml, {
    open(name, attributes) {
      if (UNSEEN.has(name)) unseen++;
      if (unseen > 0) return;
      if (name === "text:h" || name === "text:p") {
        depth++;
        if (name === "text:h") md.heading(Number(attributes["text:outline-level"]) || 1);
        else if (isTitle) md.heading(1);
      } else if (name === "text:s") md.verbatim(" ");
      else if (name === "text:tab") md.text(" ");
      else if (name === "text:line-break") md.break();
      else if (name === "text:list") md.openList(false);
      else if (name === "text:list-item") md.item();
      else if (name === "table:table") md.openTable();
      else if (name === "table:table-row") md.row();
      else if (name === "table:table-cell") {
        cells.push({ columns: Number(attributes["table:number-columns-repeated"]) || 1, rows: 1 });
        md.openCell();
      } else if (name === "table:covered-table-cell") md.openCell();
      else if (name === "text:note" || name === "office:annotation") md.begin();
      else if (name === "dc:creator") isCreator = true;
      else if (name === "draw:page") {
        md = new Markdown();
        pages.push(md);
      } else if (name === "draw:frame") isTitle = attributes["presentation:class"] === "title";
      else if (name === "presentation:notes") md.begin();
    },
    close(name) {
      if (UNSEEN.has(name)) return void unseen--;
      if (unseen > 0) return;
      if (name === "text:h" || name === "text:p") {
        depth--;
        md.paragraph();
      } else if (name === "text:list") md.closeList();
      else if (name === "table:table") md.closeTable();
      else if (name === "table:table-cell") md.closeCell(cells.pop());
      else if (name === "table:covered-table-cell") md.closeCell();
      else if (name === "dc:creator") isCreator = false;
      else if (name === "draw:frame") isTitle = false;
      else if (name === "text:note") md.aside("Footnote");
      else if (name === "office:annotation") {
        md.aside(creator ? `Comment by ${creator}` : "Comment");
        creator = "";
      } else if (name === "presentation:notes") {
        const notes = tidied(md.take());
        if (notes) md.verbatim(`\n\nNotes: ${notes}\n\n`);
      }
    },
    text(words) {
      if (unseen > 0) return;
      if (isCreator) creator += words;
      else if (depth > 0) md.text(words);
    },
  });
}

/** What stands above and below pages, once each. @param {string} styles */
function aroundPages(styles) {
  /** @type {{ headers: Set<string>, footers: Set<string> }} */
  const found = { headers: new Set(), footers: new Set() };
  for (const [, kind, inner = ""] of styles.matchAll(
    /<style:(header|footer)(?:-left|-first)?(?:\s[^>]*)?>([\s\S]*?)<\/style:(?:header|footer)/g,
  )) {
    const pages = [new Markdown()];
    walkContent(inner, pages);
    const text = String(pages[0]);
    if (text) found[kind === "header" ? "headers" : "footers"].add(text);
  }
  return found;
}
