// @ts-check
import { readFile } from "node:fs/promises";
import { formatChart } from "./charts.mjs";
import { readEmbedded } from "./embedded.mjs";
import { Markdown } from "./markdown.mjs";
import { parseXml } from "./markup.mjs";
import { listEmbeddedFiles, readCharts, readLinks } from "./office.mjs";
import { Unreadable } from "./output.mjs";
import { openParts } from "./zipped.mjs";

const PRESENTATION = "ppt/presentation.xml";
// Placeholders with the same content on every slide (ECMA-376 part 1, 19.7.10).
const REPEATED = new Set(["dt", "ftr", "hdr", "sldNum", "sldImg"]);

/**
 * Reads presentations (ECMA-376 part 1, 13): one part per slide with tables, charts, diagrams, comments and notes,
 * then embedded files.
 * @type {import("./readers.mjs").Read}
 */
export async function readSlides(path, output, tell) {
  const parts = await openParts(await readFile(path));
  const links = await readLinks(parts, PRESENTATION);
  /** @type {string[]} */
  const slides = [];
  parseXml(await parts.read(PRESENTATION), {
    open(name, attributes) {
      const link = name === "p:sldId" ? links.get(attributes["r:id"] ?? "") : undefined;
      if (link) slides.push(link.part);
    },
  });
  if (slides.length === 0) throw new Unreadable("This presentation has no slides.");
  const files = [];
  for (const slide of slides) {
    output.part();
    output.add(`${slideText(await parts.read(slide))}\n\n`);
    const own = await readLinks(parts, slide);
    for (const chart of await readCharts(parts, own)) output.add(`${formatChart(chart)}\n\n`);
    files.push(...(await listEmbeddedFiles(parts, own)));
    for (const { kind, part } of own.values()) {
      const label = { diagramData: "", notesSlide: "Notes: ", comments: "Comments: " }[kind];
      const said = label === undefined ? "" : slideText(await parts.read(part));
      if (said) output.add(`${label}${said}\n\n`);
    }
    if (output.isFull) break;
  }
  await readEmbedded(files, output, tell);
  return { pages: slides.length };
}

/** @param {string} xml of a slide, notes, comments or a diagram */
function slideText(xml) {
  const md = new Markdown();
  let isText = false;
  let isTitle = false;
  let isList = false;
  let isLeftOut = false;
  /** @type {{ columns: number }[]} */
  const cells = [];
  parseXml(xml, {
    open(name, attributes) {
      if (name === "p:sp") {
        isTitle = isList = isLeftOut = false;
      } else if (name === "p:ph") {
        const type = attributes.type ?? "body";
        isTitle = type === "title" || type === "ctrTitle";
        isLeftOut = REPEATED.has(type);
        isList = !isTitle && type === "body" && attributes.idx !== undefined && xml.includes("<p:sld ");
      } else if (name === "a:tbl") md.openTable();
      else if (name === "a:tr") md.row();
      else if (name === "a:tc") {
        cells.push({ columns: 1 });
        md.openCell();
      } else if (name === "a:p" && !isLeftOut) {
        if (isTitle) md.heading(1);
        else if (isList) md.verbatim("- ");
      } else if (name === "a:br") md.break();
      else if (name === "a:t" || name === "p:text") isText = !isLeftOut;
    },
    close(name) {
      if (name === "a:t" || name === "p:text") isText = false;
      else if (name === "a:p" && !isLeftOut) {
        if (isList) md.break();
        else md.paragraph();
      } else if (name === "a:tc") md.closeCell(cells.pop());
      else if (name === "a:tbl") md.closeTable();
      else if (name === "p:sp" && isList) md.paragraph();
      if (name === "p:sp" || name === "p:cm") {
        isTitle = isList = isLeftOut = false;
        if (name === "p:cm") md.paragraph();
      }
    },
    text(words) {
      if (isText) md.verbatim(words);
    },
  });
  return String(md)
    .replaceAll(/^- ?$\n?/gm, "")
    .trim();
}
