// @ts-check
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { withCellsOnly } from "./binary-sheet.mjs";
import { formatCell, readValue } from "./cells.mjs";
import { extractCompoundFile, isCompound, openCompound } from "./compound.mjs";
import { extractEmbeddedFiles, readEmbedded } from "./embedded.mjs";
import { readOldWorkbookExtras } from "./old-workbook.mjs";
import { openOpenSheets } from "./openparts.mjs";
import { Unreadable } from "./output.mjs";
import { readSheetExtras } from "./sheet-extras.mjs";
import { addRow, addValues } from "./table.mjs";
import { openParts } from "./zipped.mjs";

const require = createRequire(import.meta.url);

const OBJECTS = /^MBD[0-9A-F]+$/;

/**
 * Reads workbooks of all versions with one part per sheet: rows, then comments, drawings, headers and footers.
 * @type {import("./readers.mjs").Read}
 */
export async function readSheets(path, output, tell, { asRows }) {
  const bytes = await readFile(path);
  const parts = isZip(bytes) ? await openParts(bytes) : undefined;
  if (parts?.names.includes("content.xml")) return readOpenSheets(parts, output, tell, asRows);
  const book = openBook(bytes);
  const extras = asRows ? undefined : await extrasIn(bytes, parts, book);
  for (const name of book.SheetNames) {
    output.part(name);
    addSheet(book, name, output, asRows);
    if (output.isFull) return;
    if (!asRows) {
      for (const line of [...readComments(book.Sheets[name]), ...(extras?.lines.get(name) ?? [])])
        output.add(`${line.replaceAll(/\s+/g, " ")}\n`);
    }
    output.add("\n");
  }
  if (asRows) return;
  await readEmbedded(extras?.files ?? [], output, tell);
}

/** @param {Buffer} bytes @param {import("./office.mjs").Parts | undefined} parts @param {any} book */
async function extrasIn(bytes, parts, book) {
  if (parts) return readSheetExtras(parts, book.Workbook?.Sheets ?? []);
  if (!isCompound(bytes)) return undefined;
  const compound = openCompound(bytes);
  const objects = compound.storages("").filter((name) => OBJECTS.test(name));
  return {
    lines: readOldWorkbookExtras(compound.read("Workbook")),
    files: await extractEmbeddedFiles(objects, (object, name) =>
      extractCompoundFile(compound.take(`${object}/`), name),
    ),
  };
}

/** @param {any} book @param {string} name @param {import("./output.mjs").Output} output @param {boolean | undefined} asRows */
function addSheet(book, name, output, asRows) {
  const is1904 = Boolean(book.Workbook?.WBProps?.date1904);
  const sheet = book.Sheets[name];
  const rows = sheet?.["!data"];
  if (sheet?.["!type"] === "macro") output.leaveOut(`The macros of the sheet ${name} were not read.`);
  else if (!rows && sheet?.["!type"] !== "chart")
    output.leaveOut(`The sheet ${name} is missing in this file.`);
  const read = asRows ? readValue : formatCell;
  // Visits existing rows only, because a sheet may declare a huge range.
  for (const at in rows ?? []) {
    const cells = Array.from(rows[at], (cell) => read(cell, is1904));
    if (asRows) addValues(cells, output);
    else addRow(cells, output);
    if (output.isFull) return;
  }
}

/** @param {any} sheet @returns {string[]} */
function readComments(sheet) {
  const { encode_cell: nameOf } = require("@e965/xlsx").utils;
  const lines = [];
  for (const row in sheet?.["!data"] ?? [])
    for (const column in sheet["!data"][row])
      for (const { a: author, t: words } of sheet["!data"][row][column]?.c ?? []) {
        const by = author?.trim() ? ` by ${author.trim()}` : "";
        // Programs put the author's name at the beginning of a comment.
        const text = String(words ?? "")
          .replace(`${author}:`, "")
          .trim();
        if (text) lines.push(`Comment at ${nameOf({ r: Number(row), c: Number(column) })}${by}: ${text}`);
      }
  return lines;
}

/** @param {Buffer} bytes */
const isZip = (bytes) => bytes.toString("latin1", 0, 2) === "PK";

/** @param {import("./office.mjs").Parts} parts @param {import("./output.mjs").Output} output @param {import("./readers.mjs").Tell} tell @param {boolean | undefined} asRows */
async function readOpenSheets(parts, output, tell, asRows) {
  const { sheets, files, around } = await openOpenSheets(parts);
  for (const sheet of sheets) {
    output.part(sheet.name);
    sheet.each(asRows, (cells) => {
      if (asRows) addValues(cells, output);
      else addRow(cells, output);
      return !output.isFull;
    });
    if (output.isFull) return;
    if (!asRows) for (const line of sheet.lines) output.add(`${line.replaceAll(/\s+/g, " ")}\n`);
    output.add("\n");
  }
  if (asRows) return;
  for (const line of around) output.add(`${line}\n`);
  await readEmbedded(files, output, tell);
}

const OPTIONS = {
  dense: true,
  nodim: true,
  cellDates: true,
  UTC: true,
  cellNF: true,
  cellHTML: false,
  // Includes formulas without a cached value.
  sheetStubs: true,
};

/** @param {Buffer} bytes */
function openBook(bytes) {
  const XLSX = require("@e965/xlsx");
  // Fallbacks, because SheetJS loses a sheet with an unknown formula or (in binary workbooks) an unknown record.
  const attempts = [
    () => XLSX.read(bytes, OPTIONS),
    () => XLSX.read(bytes, { ...OPTIONS, cellFormula: false }),
    ...(isZip(bytes) ? [() => XLSX.read(withCellsOnly(bytes), { ...OPTIONS, cellFormula: false })] : []),
  ];
  /** @type {any} */
  let first;
  for (const attempt of attempts) {
    try {
      const book = attempt();
      first ??= book;
      if (isComplete(book)) return book;
    } catch (error) {
      if (/password|encrypt/i.test(String(error)))
        throw new Unreadable("This workbook is protected with a password.");
      if (!first && attempt === attempts.at(-1)) throw error;
    }
  }
  return first;
}

/** @param {any} book */
const isComplete = (book) =>
  book.SheetNames.every((/** @type {string} */ name) => {
    const sheet = book.Sheets[name];
    return sheet && (sheet["!data"] || sheet["!type"]);
  });
