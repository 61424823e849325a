// @ts-check
import { Markdown } from "./markdown.mjs";
import { getLocalName, parseXml } from "./markup.mjs";

/**
 * Titles and cached values of a chart, as stored by the program that drew it.
 * @typedef {{ titles: string[], categories: string[], series: { name: string, values: string[] }[] }} Chart
 * `titles`: of the chart and its axes
 */

const MAX_POINTS = 1_000;
const MAX_SERIES = 100;

/**
 * DrawingML elements for a series' name, categories and values (ECMA-376 part 1, 21.2.2).
 * @type {Record<string, "name" | "categories" | "values">}
 */
const PARTS = {
  tx: "name",
  cat: "categories",
  xVal: "categories",
  val: "values",
  yVal: "values",
};

/** Parses a DrawingML chart (ECMA-376 part 1, 21.2). @param {string} xml @returns {Chart} */
export function parseOfficeChart(xml) {
  /** @type {Chart} */
  const chart = { titles: [], categories: [], series: [] };
  let isTitle = false;
  let isText = false;
  let isLabel = false;
  /** @type {{ name: string, categories: string[], values: string[] } | undefined} */
  let series;
  /** @type {"name" | "categories" | "values" | undefined} */
  let part;
  let words = "";
  parseXml(xml, {
    open(prefixed) {
      const name = getLocalName(prefixed);
      if (name === "ser") series = { name: "", categories: [], values: [] };
      else if (name === "title") {
        isTitle = true;
        words = "";
      } else if (name === "dLbls") isLabel = true;
      else if (series && !isLabel && PARTS[name]) part = PARTS[name];
      else if (name === "t" || name === "v") {
        isText = true;
        if (!isTitle) words = "";
      }
    },
    close(prefixed) {
      const name = getLocalName(prefixed);
      if (name === "t" || name === "v") {
        isText = false;
        if (series && part === "name") series.name ||= words;
        else if (series && part && part !== "name" && series[part].length < MAX_POINTS)
          series[part].push(words);
      } else if (name === "title") {
        isTitle = false;
        if (words.trim()) chart.titles.push(words.trim());
      } else if (name === "dLbls") isLabel = false;
      else if (PARTS[name]) part = undefined;
      else if (name === "ser" && series) {
        if (chart.categories.length === 0) chart.categories = series.categories;
        if (chart.series.length < MAX_SERIES) chart.series.push({ name: series.name, values: series.values });
        series = undefined;
      } else if (name === "p" && isTitle) words += " ";
    },
    text(text) {
      if (isText) words += text;
    },
  });
  return chart;
}

/**
 * Parses an OpenDocument chart (ODF 1.3, part 3, 11), whose embedded table holds the values.
 * @param {string} xml
 * @returns {Chart}
 */
export function parseOpenDocumentChart(xml) {
  /** @type {Chart} */
  const chart = { titles: [], categories: [], series: [] };
  /** @type {string[][]} */
  const rows = [];
  let words = "";
  let isText = false;
  parseXml(xml, {
    open(name) {
      if (name === "text:p") isText = true;
      if (name === "table:table-row" && rows.length <= MAX_POINTS) rows.push([]);
      if (["table:table-cell", "chart:title", "chart:subtitle"].includes(name)) words = "";
    },
    close(name) {
      if (name === "text:p") isText = false;
      if (name === "table:table-cell" && (rows.at(-1)?.length ?? 0) <= MAX_SERIES)
        rows.at(-1)?.push(words.trim());
      if ((name === "chart:title" || name === "chart:subtitle") && words.trim())
        chart.titles.push(words.trim());
    },
    text(text) {
      if (isText) words += text;
    },
  });
  const [names = [], ...points] = rows;
  chart.categories = points.map(([category = ""]) => category);
  chart.series = names
    .slice(1)
    .map((name, at) => ({ name, values: points.map((point) => point[at + 1] ?? "") }));
  return chart;
}

/** @param {Chart} chart */
export const isChartEmpty = ({ titles, series }) => titles.length === 0 && series.length === 0;

/** Formats a chart with its values as a table. @param {Chart} chart */
export function formatChart({ titles, categories, series }) {
  const md = new Markdown();
  md.text(titles.length > 0 ? `Chart: ${titles.join(", ")}` : "Chart");
  const count = Math.max(categories.length, ...series.map(({ values }) => values.length));
  const row = (/** @type {string[]} */ cells) => {
    md.row();
    for (const cell of cells) {
      md.openCell();
      md.text(cell);
      md.closeCell();
    }
  };
  md.openTable();
  row(["", ...series.map(({ name }) => name)]);
  for (let at = 0; at < count; at++)
    row([categories[at] ?? "", ...series.map(({ values }) => values[at] ?? "")]);
  md.closeTable();
  return String(md);
}

/** Formats a chart's titles only, since the sheet contains its values. @param {Chart} chart */
export function formatChartTitles({ titles, categories, series }) {
  const names = series.map(({ name }) => name).filter(Boolean);
  const labels = [...new Set(categories)].filter((label) => /\p{L}/u.test(label));
  return [
    titles.length > 0 ? `Chart: ${titles.join(", ")}` : "Chart",
    ...(names.length > 0 ? [`Series: ${names.join(", ")}`] : []),
    ...(labels.length > 0 ? [`Categories: ${labels.join(", ")}`] : []),
  ].join(". ");
}
