// @ts-check
import { formatChart, formatChartTitles, isChartEmpty, parseOpenDocumentChart } from "./charts.mjs";
import { extractCompoundFile } from "./compound.mjs";
import { extractEmbeddedFiles } from "./embedded.mjs";
import { Markdown } from "./markdown.mjs";
import { convertContent, readPageHeaders } from "./opencontent.mjs";
import { formatOpenCell, readOpenValue, readSheets, visitRows } from "./opensheet.mjs";
import { Unreadable } from "./output.mjs";

/** @typedef {import("./office.mjs").Parts} Parts */

const MAX_OBJECTS = 200;
const MAX_ROWS = 1_000;
const OBJECT = /<draw:object(?:-ole)?\s[^>]*?xlink:href="(?:\.\/)?([^"]+)"/g;
const FORMULA = /<(?:math:)?annotation\b[^>]*>([^<]+)</;

/** @param {Parts} parts @throws Unreadable when the document is encrypted or has no content */
export async function readOpenParts(parts) {
  if (/<manifest:encryption-data\b/.test(await parts.read("META-INF/manifest.xml")))
    throw new Unreadable("This document is protected with a password.");
  const content = await parts.read("content.xml");
  if (!content) throw new Unreadable("This document has no content.");
  return { content, styles: await parts.read("styles.xml") };
}

/**
 * Reads objects embedded in a document. `texts` holds the text of charts, tables, documents and formulas by part,
 * `lines` a short form for sheets, and `files` the files of other programs.
 * @param {Parts} parts
 * @param {string} content
 */
export async function openObjects(parts, content) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Map<string, string>} */
  const lines = new Map();
  const names = new Set([...content.matchAll(OBJECT)].map(([, name = ""]) => name));
  const others = [];
  for (const name of [...names].slice(0, MAX_OBJECTS)) {
    const xml = await parts.read(`${name}/content.xml`);
    if (!xml) others.push(name);
    else if (xml.includes("<office:chart")) {
      const chart = parseOpenDocumentChart(xml);
      if (isChartEmpty(chart)) continue;
      texts.set(name, formatChart(chart));
      lines.set(name, formatChartTitles(chart));
    } else {
      const text = textOfObject(xml);
      texts.set(name, text);
      if (text) lines.set(name, `Object: ${text}`);
    }
  }
  const files = await extractEmbeddedFiles(others, async (name, title) => {
    const bytes = await parts.bytes(name);
    return bytes && extractCompoundFile(bytes, title);
  });
  return { texts, lines, files };
}

/** @param {string} xml content of an embedded document */
function textOfObject(xml) {
  if (xml.includes("<office:spreadsheet")) {
    /** @type {string[]} */
    const rows = [];
    for (const sheet of readSheets(xml))
      visitRows(sheet, formatOpenCell, (cells) => {
        rows.push(cells.join(" | "));
        return rows.length < MAX_ROWS;
      });
    return rows.join("\n");
  }
  if (!xml.includes("<office:")) return FORMULA.exec(xml)?.[1]?.trim() ?? "";
  const pages = [new Markdown()];
  convertContent(xml, pages);
  return pages.map(String).filter(Boolean).join("\n\n");
}

/**
 * Reads the sheets of a spreadsheet with headers, footers and embedded files.
 * @param {Parts} parts
 * @throws Unreadable when it is encrypted
 */
export async function openOpenSheets(parts) {
  const { content, styles } = await readOpenParts(parts);
  const { headers, footers } = readPageHeaders(styles);
  const sheets = readSheets(content);
  const objects = await openObjects(parts, content);
  return {
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      lines: [...sheet.notes, ...sheet.objects.flatMap((part) => objects.lines.get(part) ?? [])],
      /** @param {boolean | undefined} asRows @param {(cells: unknown[]) => boolean} add */
      each: (asRows, add) => visitRows(sheet, asRows ? readOpenValue : formatOpenCell, add),
    })),
    around: [
      ...[...headers].map((text) => `Header: ${text.replaceAll(/\s+/g, " ")}`),
      ...[...footers].map((text) => `Footer: ${text.replaceAll(/\s+/g, " ")}`),
    ],
    files: objects.files,
  };
}
