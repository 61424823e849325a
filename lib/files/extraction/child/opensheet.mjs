// @ts-check
import { formatDuration, formatNumber } from "./cells.mjs";
import { parseXml } from "./markup.mjs";

/**
 * Sheets of OpenDocument spreadsheets (ODF 1.3, part 3, 9).
 * @typedef {{ name: string, rows: { cells: OpenCell[], repeated: number }[], notes: string[], objects: string[] }}
 * OpenSheet
 * `notes`: text of comments and drawings; `objects`: parts of embedded objects
 * @typedef {{ type: string, value: string, text: string }} OpenCell `value`: as stored; `text`: as displayed
 */

// Limits for repetitions of nonempty cells and rows. More repetitions only fill a sheet to its end.
const MAX_REPEATED_CELLS = 1_000;
const MAX_REPEATED_ROWS = 10_000;
// Per sheet. Programs fill up further columns with empty cells to their own maximum.
const MAX_COLUMNS = 16_384;
const SCIENTIFIC = /\d[eE][+-]?\d/;
// Text of a cell whose column is too narrow to display the value.
const TOO_NARROW = /^#+$/;

/** @param {OpenCell} cell */
export function formatOpenCell({ type, value, text }) {
  if (type === "date" && value) return showDate(value);
  if (type === "time" && value)
    return formatDuration(parseDurationSeconds(value)).replace(/^(-?)(\d):/, "$10$2:");
  if (type === "float" && value) {
    const isPlain = Number(text.replace(",", ".")) === Number(value);
    if (text === "" || isPlain || SCIENTIFIC.test(text) || TOO_NARROW.test(text))
      return formatNumber(Number(value));
  }
  return text || value;
}

/** Returns a cell's value for calculations. @param {OpenCell} cell */
export function readOpenValue(cell) {
  if (["float", "currency", "percentage"].includes(cell.type) && cell.value) return Number(cell.value);
  if (cell.type === "boolean") return cell.value === "true";
  return formatOpenCell(cell) || null;
}

/** @param {string} value such as 2026-05-03T13:30:00 */
function showDate(value) {
  const [day = "", time = ""] = value.split("T");
  const shown = time.slice(0, 8).replace(/:00$/, "");
  return shown && shown !== "00:00" ? `${day} ${shown}` : day;
}

/** @param {string} value such as PT13H30M00S */
function parseDurationSeconds(value) {
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?/.exec(value) ?? [];
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return sign ? -total : total;
}

/** Returns a column's name: A to Z, AA and so on. @param {number} column zero-based @returns {string} */
const columnName = (column) =>
  (column > 25 ? columnName(Math.floor(column / 26) - 1) : "") + String.fromCharCode(65 + (column % 26));

const SHAPES =
  /^draw:(?:text-box|custom-shape|rect|ellipse|circle|line|polygon|polyline|path|connector|caption)$/;
const UNSEEN = new Set("office:forms table:tracked-changes svg:title dc:date meta:date-string".split(" "));

/** @param {string} content XML of content.xml @returns {OpenSheet[]} */
export function readSheets(content) {
  const reader = new SheetReader();
  parseXml(content, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (words) => reader.text(words),
  });
  return reader.sheets;
}

class SheetReader {
  /** @type {OpenSheet[]} */
  sheets = [];
  /** Number of open tables. Nested tables belong to embedded objects. */
  #depth = 0;
  #unseen = 0;
  /** @type {(OpenCell & { repeated: number }) | undefined} */
  #cell;
  /** Pending empty cells, which are kept only if a nonempty cell follows. */
  #empty = 0;
  #paragraphs = 0;
  #words = "";
  /** One-based number of the current row and its repetition count. */
  #row = 0;
  #repeated = 1;
  #author = "";
  #isAuthor = false;
  /** Start offsets of open comments and drawings. @type {number[]} */
  #asides = [];

  get #sheet() {
    return this.sheets.at(-1);
  }

  /** @param {string} name @param {Record<string, string>} attributes */
  open(name, attributes) {
    if (UNSEEN.has(name)) this.#unseen++;
    if (this.#unseen > 0) return;
    if (name === "table:table") {
      if (this.#depth++ > 0) return;
      this.sheets.push({ name: attributes["table:name"] ?? "", rows: [], notes: [], objects: [] });
      this.#repeated = 1;
    } else if (name === "table:table-row" && this.#depth === 1) this.#openRow(attributes);
    else if (/^table:(covered-)?table-cell$/.test(name) && this.#depth === 1) this.#openCell(attributes);
    else if (name === "office:annotation" || SHAPES.test(name)) this.#asides.push(this.#words.length);
    else if (name === "dc:creator") this.#isAuthor = true;
    else if (name === "draw:object" || name === "draw:object-ole")
      this.#sheet?.objects.push((attributes["xlink:href"] ?? "").replace(/^\.\//, ""));
    else if (name === "text:p" || name === "text:h") {
      if (this.#words && !/\s$/.test(this.#words)) this.#words += " ";
      this.#paragraphs++;
    } else if (name === "text:s") this.#words += " ".repeat(Math.min(Number(attributes["text:c"]) || 1, 100));
    else if (name === "text:tab" || name === "text:line-break") this.#words += " ";
  }

  /** @param {string} name */
  close(name) {
    if (UNSEEN.has(name)) return void this.#unseen--;
    if (this.#unseen > 0) return;
    if (name === "table:table") this.#depth--;
    else if (/^table:(covered-)?table-cell$/.test(name) && this.#depth === 1) this.#closeCell();
    else if (name === "office:annotation")
      this.#closeAside(`Comment${this.#where}${this.#author ? ` by ${this.#author}` : ""}`);
    else if (SHAPES.test(name)) this.#closeAside("Text box");
    else if (name === "dc:creator") this.#isAuthor = false;
    else if (name === "text:p" || name === "text:h") this.#paragraphs--;
  }

  /** @param {string} words */
  text(words) {
    if (this.#unseen > 0) return;
    if (this.#isAuthor) this.#author += words;
    else if (this.#paragraphs > 0) this.#words += words.replaceAll(/\s+/g, " ");
  }

  /** @param {Record<string, string>} attributes */
  #openRow(attributes) {
    const rows = this.#sheet?.rows;
    this.#row = (rows && rows.length > 0 ? this.#row : 0) + this.#repeated;
    this.#repeated = Number(attributes["table:number-rows-repeated"]) || 1;
    rows?.push({ cells: [], repeated: this.#repeated });
    this.#empty = 0;
  }

  /** @param {Record<string, string>} attributes */
  #openCell(attributes) {
    const type = attributes["office:value-type"] ?? attributes["calcext:value-type"] ?? "";
    const value = ["", "date-", "time-", "boolean-", "string-"]
      .map((kind) => attributes[`office:${kind}value`])
      .find((found) => found !== undefined);
    const repeated = Number(attributes["table:number-columns-repeated"]) || 1;
    this.#cell = { type, value: value ?? "", text: "", repeated };
    this.#words = "";
  }

  #closeCell() {
    const cells = this.#sheet?.rows.at(-1)?.cells;
    const cell = this.#cell;
    this.#cell = undefined;
    if (!cells || !cell) return;
    const { repeated, type, value } = cell;
    const text = this.#words.trim();
    this.#words = "";
    if (!text && !value) {
      this.#empty += repeated;
      return;
    }
    const before = Math.min(this.#empty, Math.max(0, MAX_COLUMNS - cells.length));
    for (let count = 0; count < before; count++) cells.push({ type: "", value: "", text: "" });
    this.#empty = 0;
    const times = Math.min(repeated, MAX_REPEATED_CELLS, Math.max(0, MAX_COLUMNS - cells.length));
    for (let count = 0; count < times; count++) cells.push({ type, value, text });
  }

  /** @param {string} label */
  #closeAside(label) {
    const words = this.#words.slice(this.#asides.at(-1) ?? 0).trim();
    this.#words = this.#words.slice(0, this.#asides.pop() ?? 0);
    this.#author = "";
    if (words) this.#sheet?.notes.push(`${label}: ${words}`);
  }

  get #where() {
    const cells = this.#sheet?.rows.at(-1)?.cells;
    return this.#cell && cells ? ` at ${columnName(cells.length + this.#empty)}${this.#row}` : "";
  }
}

/**
 * Iterates rows including repetitions.
 * @param {OpenSheet} sheet
 * @param {(cell: OpenCell) => unknown} read
 * @param {(cells: unknown[]) => boolean} add returns false to stop
 */
export function visitRows({ rows }, read, add) {
  for (const { cells, repeated } of rows) {
    if (cells.length === 0) continue;
    const values = cells.map(read);
    for (let count = 0; count < Math.min(repeated, MAX_REPEATED_ROWS); count++) if (!add(values)) return;
  }
}
