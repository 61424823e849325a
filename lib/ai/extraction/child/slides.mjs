// @ts-check
import { readFile } from "node:fs/promises";
import { Markdown } from "./markdown.mjs";
import { walkXml } from "./markup.mjs";
import { Unreadable } from "./output.mjs";
import { partAt, partsOf } from "./zipped.mjs";

const PRESENTATION = "ppt/presentation.xml";
/** Placeholders that say the same on each slide (ECMA-376 part 1, 19.7.10). */
const REPEATED = new Set(["dt", "ftr", "hdr", "sldNum", "sldImg"]);

/** Presentations (ECMA-376 part 1, 13): each slide is a part, with its tables, diagrams, comments and notes. @type {import("./readers.mjs").Read} */
export async function readSlides(path, output) {
  const parts = await partsOf(await readFile(path));
  const links = await linksOf(parts, PRESENTATION);
  /** @type {string[]} */
  const slides = [];
  walkXml(await parts.read(PRESENTATION), {
    open(name, attributes) {
      const link = name === "p:sldId" ? links.get(attributes["r:id"] ?? "") : undefined;
      if (link) slides.push(link.part);
    },
  });
  if (slides.length === 0) throw new Unreadable("This presentation has no slides.");
  for (const slide of slides) {
    output.part();
    output.add(`${slideText(await parts.read(slide))}\n\n`);
    for (const { kind, part } of (await linksOf(parts, slide)).values()) {
      const label = { diagramData: "", notesSlide: "Notes: ", comments: "Comments: " }[kind];
      const said = label === undefined ? "" : slideText(await parts.read(part));
      if (said) output.add(`${label}${said}\n\n`);
    }
    if (output.isFull) break;
  }
  return { pages: slides.length };
}

/** What a part leads to, by the ids it uses. @param {Awaited<ReturnType<typeof partsOf>>} parts @param {string} from */
async function linksOf(parts, from) {
  /** @type {Map<string, { kind: string, part: string }>} */
  const links = new Map();
  walkXml(await parts.read(from.replace(/([^/]+)$/, "_rels/$1.rels")), {
    open(_, { Id: id, Type: type = "", Target: target = "", TargetMode: mode }) {
      if (id && mode !== "External")
        links.set(id, { kind: type.split("/").at(-1) ?? "", part: partAt(from, target) });
    },
  });
  return links;
}

/** @param {string} xml of a slide, its notes, its comments or a diagram */
function slideText(xml) {
  const md = new Markdown();
  let isText = false;
  let isTitle = false;
  let isList = false;
  let isLeftOut = false;
  /** @type {{ columns: number }[]} */
  const cells = [];
  walkXml(xml, {
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
