// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { decode } from "./text.mjs";

const require = createRequire(import.meta.url);

// Longer rows rarely belong to real tables, so their empty cells are omitted.
const MAX_SPARSE_COLUMNS = 100;
// Maximum number of columns of an Excel sheet.
const MAX_ROW_CELLS = 16_384;
const MAX_ROWS = 200_000;
const BETWEEN = " | ";

/** @param {unknown[]} cells @param {import("./output.mjs").Output} output */
export function addRow(cells, output) {
  if (++output.rows > MAX_ROWS)
    return output.stop(`Only the first ${MAX_ROWS.toLocaleString("en")} rows were read.`);
  const shown = cells.slice(0, MAX_ROW_CELLS).map((cell) =>
    String(cell ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  const told = shown.length > MAX_SPARSE_COLUMNS ? shown.filter(Boolean) : shown;
  const line = told.join(BETWEEN).replace(/(?: \| ?)+$/, "");
  if (line) output.add(`${line}\n`);
}

/** Adds a row with raw values. @param {unknown[]} cells @param {import("./output.mjs").Output} output */
export function addValues(cells, output) {
  if (++output.rows > MAX_ROWS)
    return output.stop(`Only the first ${MAX_ROWS.toLocaleString("en")} rows were read.`);
  const values = cells.slice(0, MAX_ROW_CELLS);
  if (values.some((value) => value !== null && value !== "")) output.add(`${JSON.stringify(values)}\n`);
}

// Numbers as programs write them. Values with leading zeros, such as postal codes, remain text.
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?(e[+-]?\d{1,3})?$/i;

/** @param {string} cell */
function parseCell(cell) {
  const said = cell.trim();
  return said === "" ? null : NUMBER.test(said) ? Number(said) : said;
}

const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i;

/** Reads CSV and TSV with any delimiter. @type {import("./readers.mjs").Read} */
export async function readTable(path, output, _, { asRows, charset }) {
  const Papa = require("papaparse");
  const text = decode(await readFile(path), output, charset);
  const [separatorLine = "", delimiter] = SEPARATOR_LINE.exec(text) ?? [];
  Papa.parse(text.slice(separatorLine.length), {
    skipEmptyLines: "greedy",
    delimiter,
    delimitersToGuess: [",", ";", "\t", "|"],
    /** @param {{ data: string[] }} row @param {{ abort(): void }} parser */
    step: ({ data }, parser) => {
      if (asRows) addValues(data.map(parseCell), output);
      else addRow(data, output);
      if (output.isFull) parser.abort();
    },
  });
}
