// @ts-check

/** @param {string} text */
const inLine = (text) => text.replaceAll(/\s+/g, " ").trim();
/** A cell that says it is wider or higher than this is made to fill the memory. */
const WIDEST_SPAN = 100;

/**
 * Writes the structure of a document as Markdown: headings, lists, tables. What readers of several formats find,
 * in their order; what stands for looks only is left out.
 */
export class Markdown {
  /** What is being written: the document or, within one, a cell or a piece that is put elsewhere. @type {string[][]} */
  #open = [[]];
  /** @type {{ isOrdered: boolean, count: number, depth: number }[]} */
  #lists = [];
  /** @type {{ rows: string[][], spans: number[], isLayout: boolean, depth: number }[]} */
  #tables = [];
  /** The end of what was written. */
  #last = "\n";
  /** Spaces say nothing here: at the beginning of a line, of an item, of a cell. */
  #isAtStart = true;

  /** @param {string} text as it is, with its spaces */
  verbatim(text) {
    if (text === "") return;
    this.#open.at(-1)?.push(text);
    this.#isAtStart = text.endsWith("\n");
    this.#last = text;
  }

  /** Words within a line: spaces are one, and none where it begins. @param {string} words */
  text(words) {
    const one = words.replaceAll(/\s+/g, " ");
    this.verbatim(this.#isAtStart || this.#last.endsWith(" ") ? one.replace(/^ /, "") : one);
  }

  break() {
    this.verbatim("\n");
  }

  /** Begins a line, where none has just begun. */
  block() {
    if (!this.#isAtStart) this.break();
  }

  /** Ends a paragraph. */
  paragraph() {
    this.verbatim(this.#list ? "\n" : "\n\n");
  }

  /** Begins a heading; a paragraph ends it. @param {number} level */
  heading(level) {
    for (const table of this.#tables) table.isLayout = true;
    this.verbatim(`\n\n${"#".repeat(Math.min(Math.max(level, 1), 6))} `);
    this.#isAtStart = true;
  }

  /** A list of the cell or document that is being written. */
  get #list() {
    const list = this.#lists.at(-1);
    return list?.depth === this.#open.length ? list : undefined;
  }

  /** @param {boolean} isOrdered */
  openList(isOrdered) {
    this.#lists.push({ isOrdered, count: 0, depth: this.#open.length });
  }

  closeList() {
    const wasIn = this.#list;
    if (wasIn) this.#lists.pop();
    if (wasIn && !this.#list) this.verbatim("\n\n");
  }

  item() {
    const list = this.#list ?? { isOrdered: false, count: 0 };
    list.count++;
    const depth = this.#lists.filter(({ depth: own }) => own === this.#open.length).length;
    const before = this.#last.endsWith("\n") ? "" : "\n";
    this.verbatim(
      `${before}${"  ".repeat(Math.max(0, depth - 1))}${list.isOrdered ? `${list.count}.` : "-"} `,
    );
    this.#isAtStart = true;
  }

  openTable() {
    for (const table of this.#tables) table.isLayout = true;
    this.#tables.push({ rows: [], spans: [], isLayout: false, depth: this.#open.length });
  }

  row() {
    this.#tables.at(-1)?.rows.push([]);
  }

  openCell() {
    this.begin();
  }

  /** @param {{ columns?: number, rows?: number }} [span] */
  closeCell({ columns = 1, rows = 1 } = {}) {
    const table = this.#tables.at(-1);
    const text = this.take();
    const row = table?.rows.at(-1);
    if (!table || !row) return this.verbatim(text);
    // What is left of a cell of the rows above stands here.
    for (let left = table.spans[row.length] ?? 0; left > 0; left = table.spans[row.length] ?? 0) {
      table.spans[row.length] = left - 1;
      row.push("");
    }
    for (let at = 0; at < Math.min(Math.max(columns, 1), WIDEST_SPAN); at++) {
      table.spans[row.length] = Math.min(Math.max(rows, 1), WIDEST_SPAN) - 1;
      row.push(at === 0 ? text : "");
    }
  }

  closeTable() {
    const table = this.#tables.pop();
    if (!table) return;
    while (this.#open.length > table.depth) this.verbatim(this.take());
    this.verbatim(table.isLayout ? asText(table.rows) : tableOf(table.rows));
  }

  /** Whether a row of a table is being written. */
  get isInTable() {
    return this.#tables.length > 0;
  }

  /** Begins a piece that is put elsewhere. */
  begin() {
    this.#open.push([]);
    this.#isAtStart = true;
    this.#last = "\n";
  }

  /** Puts what was written since `begin` in brackets where it stands. @param {string} label */
  aside(label) {
    const said = inLine(this.take());
    if (said) this.text(` [${label}: ${said}] `);
  }

  /** What was written since `begin`. */
  take() {
    const words = (this.#open.length > 1 ? this.#open.pop() : undefined)?.join("") ?? "";
    this.#last = this.#open.at(-1)?.at(-1) ?? "\n";
    this.#isAtStart = /\s$/.test(this.#last);
    return words;
  }

  toString() {
    while (this.#tables.length > 0) this.closeTable();
    return tidied(this.#open.flat().join(""));
  }
}

/** Without spaces at ends of lines, and with one blank line where there are several. @param {string} text */
export const tidied = (text) =>
  text
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

/** @param {string[][]} rows */
function tableOf(rows) {
  const cells = rows
    .map((row) => row.map((cell) => inLine(cell).replaceAll("|", "\\|")))
    .filter((row) => row.some(Boolean));
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return "";
  /** @param {string[]} row */
  const line = (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |\n`;
  const [head = [], ...body] = cells;
  return `\n\n${line(head)}${line(Array(width).fill("---"))}${body.map(line).join("")}\n`;
}

/** A table that only says where things stand. @param {string[][]} rows */
const asText = (rows) => `\n\n${rows.flat().filter(Boolean).join("\n\n")}\n\n`;
