// @ts-check

import { readRecords } from "./binary-sheet.mjs";
import { formatChartTitles } from "./charts.mjs";
import { getLocalName, parseXml } from "./markup.mjs";
import { listEmbeddedFiles, listPartsOfKind, readCharts, readLinks, readShapeTexts } from "./office.mjs";

/** @typedef {import("./office.mjs").Parts} Parts */

const MAX_SHEETS = 1_000;
// BrtBeginHeaderFooter (MS-XLSB 2.4.79), which contains six strings.
const HEADER_FOOTER = 0x01df;
const STRINGS = 6;
// Length of a null string (MS-XLSB 2.5.166).
const NONE = 0xffffffff;
/** Elements of headers and footers (ECMA-376 part 1, 18.3.1.46). @type {Record<string, string>} */
const AROUND = {
  oddHeader: "Header",
  evenHeader: "Header",
  firstHeader: "Header",
  oddFooter: "Footer",
  evenFooter: "Footer",
  firstFooter: "Footer",
};
// Codes for fonts, sizes, colors, positions and page numbers in headers and footers (18.3.1.39).
const CODES = /&(?:"[^"]*"|K[0-9A-Fa-f]{6}|K\d\d[+-]\d{3}|\d{1,3}|[A-Z])/g;

/**
 * Returns content of Excel sheets other than cells, as lines by sheet name, and embedded files.
 * @param {Parts} parts
 * @param {{ name?: string, id?: string }[]} sheets
 */
export async function readSheetExtras(parts, sheets) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  /** @type {import("./compound.mjs").Embedded[]} */
  const files = [];
  const book = parts.names.find((name) => /^xl\/workbook\d*\.(xml|bin)$/.test(name));
  const links = book ? await readLinks(parts, book) : new Map();
  for (const { name = "", id = "" } of sheets.slice(0, MAX_SHEETS)) {
    const part = links.get(id)?.part;
    if (!part) continue;
    const own = await readLinks(parts, part);
    lines.set(name, [...(await drawn(parts, own)), ...(await around(parts, part))]);
    files.push(...(await listEmbeddedFiles(parts, own)));
  }
  return { lines, files };
}

/** @param {Parts} parts @param {Map<string, import("./office.mjs").Link>} links of a sheet */
async function drawn(parts, links) {
  const lines = [];
  for (const drawing of listPartsOfKind(links, "drawing")) {
    for (const text of readShapeTexts(await parts.read(drawing))) lines.push(`Text box: ${text}`);
    const own = await readLinks(parts, drawing);
    for (const chart of await readCharts(parts, own)) lines.push(formatChartTitles(chart));
    for (const diagram of listPartsOfKind(own, "diagramData")) {
      const words = readShapeTexts(await parts.read(diagram));
      if (words.length > 0) lines.push(`Diagram: ${words.join(", ")}`);
    }
  }
  return lines;
}

/** @param {Parts} parts @param {string} part of a sheet */
async function around(parts, part) {
  const found = part.endsWith(".bin")
    ? readBinaryHeaders((await parts.bytes(part)) ?? Buffer.alloc(0))
    : readXmlHeaders(await parts.read(part));
  return formatPageHeaders(found);
}

/** Formats headers and footers without codes and duplicates. @param {[string, string][]} found labels and texts */
export function formatPageHeaders(found) {
  const lines = found.map(([label, text]) => [
    label,
    text.replaceAll("&&", "＆").replaceAll(CODES, " ").trim(),
  ]);
  return [
    ...new Set(lines.flatMap(([label, text]) => (text ? [`${label}: ${text.replaceAll("＆", "&")}`] : []))),
  ];
}

/** @param {string} xml @returns {[string, string][]} */
function readXmlHeaders(xml) {
  /** @type {[string, string][]} */
  const found = [];
  const [headerFooter = ""] = /<(?:\w+:)?headerFooter\b[\s\S]*?<\/(?:\w+:)?headerFooter>/.exec(xml) ?? [];
  let label = "";
  let words = "";
  parseXml(headerFooter, {
    open(name) {
      label = AROUND[getLocalName(name)] ?? label;
      words = "";
    },
    close(name) {
      if (AROUND[getLocalName(name)]) found.push([label, words]);
    },
    text(text) {
      words += text;
    },
  });
  return found;
}

/** @param {Buffer} bytes @returns {[string, string][]} */
function readBinaryHeaders(bytes) {
  for (const { kind, content } of readRecords(bytes))
    if (kind === HEADER_FOOTER) return readStrings(content.subarray(2));
  return [];
}

/** @param {Buffer} bytes @returns {[string, string][]} */
function readStrings(bytes) {
  /** @type {[string, string][]} */
  const found = [];
  let at = 0;
  for (let number = 0; number < STRINGS && at + 4 <= bytes.length; number++) {
    const length = bytes.readUInt32LE(at);
    at += 4;
    if (length === NONE) continue;
    found.push([number % 2 === 0 ? "Header" : "Footer", bytes.toString("utf16le", at, at + 2 * length)]);
    at += 2 * length;
  }
  return found;
}
