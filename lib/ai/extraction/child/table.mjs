// @ts-check

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { readValue, showCell } from "./cells.mjs";
import { Unreadable } from "./output.mjs";
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
function addRow(cells, output) {
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
function addValues(cells, output) {
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

/** Workbooks of Excel, old and new: each sheet is a part. @type {import("./readers.mjs").Read} */
export async function readSheets(path, output, _, { asRows }) {
  const XLSX = require("@e965/xlsx");
  const book = open(XLSX, await readFile(path));
  const is1904 = Boolean(book.Workbook?.WBProps?.date1904);
  for (const name of book.SheetNames) {
    output.part(name);
    const rows = book.Sheets[name]?.["!data"];
    if (!rows) output.leaveOut(`The sheet ${name} is missing in this file.`);
    // Rows and cells that are not there are passed over, however many a sheet says it has.
    for (const at in rows ?? []) {
      const read = asRows ? readValue : showCell;
      const cells = Array.from(rows[at], (cell) => read(cell, is1904));
      if (asRows) addValues(cells, output);
      else addRow(cells, output);
      if (output.isFull) return;
    }
    output.add("\n");
  }
}

/** @param {any} XLSX @param {Buffer} bytes */
function open(XLSX, bytes) {
  try {
    return XLSX.read(bytes, {
      dense: true,
      nodim: true,
      cellDates: true,
      UTC: true,
      cellNF: true,
      cellHTML: false,
      // Formulas without a value are cells too.
      sheetStubs: true,
    });
  } catch (error) {
    if (/password|encrypt/i.test(String(error)))
      throw new Unreadable("This workbook is protected with a password.");
    throw error;
  }
}
