// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { decode } from "./text.mjs";

const require = createRequire(import.meta.url);

/** In a row with more, those that are empty are left out: it is hardly a table. */
const MOST_COLUMNS = 100;
/** As many as a sheet of Excel has. */
const MOST_CELLS = 16_384;
/** Of a document, all sheets together. */
const MOST_ROWS = 200_000;
const BETWEEN = " | ";

/** @param {unknown[]} cells @param {import("./output.mjs").Output} output */
export function addRow(cells, output) {
  if (++output.rows > MOST_ROWS)
    return output.stop(`Only the first ${MOST_ROWS.toLocaleString("en")} rows were read.`);
  const shown = cells.slice(0, MOST_CELLS).map((cell) =>
    String(cell ?? "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  const told = shown.length > MOST_COLUMNS ? shown.filter(Boolean) : shown;
  const line = told.join(BETWEEN).replace(/(?: \| ?)+$/, "");
  if (line) output.add(`${line}\n`);
}

/** A row with its values as they are. @param {unknown[]} cells @param {import("./output.mjs").Output} output */
export function addValues(cells, output) {
  if (++output.rows > MOST_ROWS)
    return output.stop(`Only the first ${MOST_ROWS.toLocaleString("en")} rows were read.`);
  const values = cells.slice(0, MOST_CELLS);
  if (values.some((value) => value !== null && value !== "")) output.add(`${JSON.stringify(values)}\n`);
}

/** A number as programs write it. One with leading zeros is a name, such as a postcode. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?(e[+-]?\d{1,3})?$/i;

/** What a cell of a text stands for. @param {string} cell */
function meaningOf(cell) {
  const said = cell.trim();
  return said === "" ? null : NUMBER.test(said) ? Number(said) : said;
}

/** The line by which Excel is told what stands between cells. */
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?\r?\n/i;

/** CSV and TSV, whatever stands between their cells. @type {import("./readers.mjs").Read} */
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
      if (asRows) addValues(data.map(meaningOf), output);
      else addRow(data, output);
      if (output.isFull) parser.abort();
    },
  });
}
