// @ts-check
import { isChartEmpty, parseOfficeChart } from "./charts.mjs";
import { extractCompoundFile, isCompound } from "./compound.mjs";
import { extractEmbeddedFiles } from "./embedded.mjs";
import { getLocalName, parseXml } from "./markup.mjs";
import { resolvePart } from "./zipped.mjs";

/**
 * Relationships of Office document parts (ECMA-376 part 2, 9) to charts, diagrams and embedded files.
 * @typedef {Awaited<ReturnType<typeof import("./zipped.mjs").openParts>>} Parts
 * @typedef {{ kind: string, part: string }} Link `kind`: last segment of the relationship type
 */

const MAX_CHARTS = 200;
// Relationships to embedded documents, OLE objects and alternative format chunks (ECMA-376 part 1, 11.3.1).
const FILE_LINKS = ["package", "oleObject", "aFChunk"];

/**
 * Returns a part's internal relationships by id.
 * @param {Parts} parts
 * @param {string} from
 * @returns {Promise<Map<string, Link>>}
 */
export async function readLinks(parts, from) {
  /** @type {Map<string, Link>} */
  const links = new Map();
  parseXml(await parts.read(from.replace(/([^/]+)$/, "_rels/$1.rels")), {
    open(_, { Id: id, Type: type = "", Target: target = "", TargetMode: mode }) {
      if (id && mode !== "External")
        links.set(id, { kind: type.split("/").at(-1) ?? "", part: resolvePart(from, target) });
    },
  });
  return links;
}

/** Returns the parts that relationships of one kind point to. @param {Map<string, Link>} links @param {string} kind */
export const listPartsOfKind = (links, kind) =>
  [...links.values()].flatMap((link) => (link.kind === kind ? [link.part] : []));

/** @param {Parts} parts @param {Map<string, Link>} links */
export async function readCharts(parts, links) {
  const charts = [];
  for (const part of listPartsOfKind(links, "chart").slice(0, MAX_CHARTS)) {
    const chart = parseOfficeChart(await parts.read(part));
    if (!isChartEmpty(chart)) charts.push(chart);
  }
  return charts;
}

/**
 * Returns files embedded in a part, both plain documents and files inside OLE compound files.
 * @param {Parts} parts
 * @param {Map<string, Link>} links
 */
export const listEmbeddedFiles = (parts, links) =>
  extractEmbeddedFiles(
    FILE_LINKS.flatMap((kind) => listPartsOfKind(links, kind)),
    async (part, name) => {
      const bytes = await parts.bytes(part);
      if (!bytes) return undefined;
      return isCompound(bytes)
        ? extractCompoundFile(bytes, name)
        : { name: part.split("/").at(-1) ?? name, bytes };
    },
  );

/** Returns the text of each shape on a sheet (ECMA-376 part 1, 20.5) or in a diagram. @param {string} xml */
export function readShapeTexts(xml) {
  /** @type {string[]} */
  const texts = [];
  let words = "";
  let isText = false;
  parseXml(xml, {
    open(prefixed) {
      const name = getLocalName(prefixed);
      if (name === "t") isText = true;
      else if (name === "sp") words = "";
    },
    close(prefixed) {
      const name = getLocalName(prefixed);
      if (name === "t") isText = false;
      else if (name === "p") words += " ";
      else if (name === "sp" || name === "pt") {
        if (words.trim()) texts.push(words.replaceAll(/\s+/g, " ").trim());
        words = "";
      }
    },
    text(text) {
      if (isText) words += text;
    },
  });
  return texts;
}
