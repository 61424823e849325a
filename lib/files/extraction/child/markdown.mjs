// @ts-check

/** @param {string} text */
const inLine = (text) => text.replaceAll(/\s+/g, " ").trim();
// Cells that declare a larger span are attempts to exhaust memory.
const MAX_CELL_SPAN = 100;

/**
 * Builds Markdown with headings, lists and tables from the events of a format's reader. Ignores purely visual
 * structure.
 */
export class Markdown {
  /** Stack of outputs: the document and, inside it, a cell or an aside. @type {string[][]} */
  #open = [[]];
  /** @type {{ isOrdered: boolean, count: number, depth: number }[]} */
  #lists = [];
  /** @type {{ rows: string[][], spans: number[], isLayout: boolean, depth: number }[]} */
  #tables = [];
  #last = "\n";
  /** True at the start of a line, list item or cell, where spaces are dropped. */
  #isAtStart = true;

  /** Adds text without collapsing spaces. @param {string} text */
  verbatim(text) {
    if (text === "") return;
    this.#open.at(-1)?.push(text);
    this.#isAtStart = text.endsWith("\n");
    this.#last = text;
  }

  /** Adds inline text. Collapses spaces and drops those at the start. @param {string} words */
  text(words) {
    const one = words.replaceAll(/\s+/g, " ");
    this.verbatim(this.#isAtStart || this.#last.endsWith(" ") ? one.replace(/^ /, "") : one);
  }

  break() {
    this.verbatim("\n");
  }

  block() {
    if (!this.#isAtStart) this.break();
  }

  paragraph() {
    this.verbatim(this.#list ? "\n" : "\n\n");
  }

  /** Begins a heading, which `paragraph` ends. @param {number} level */
  heading(level) {
    for (const table of this.#tables) table.isLayout = true;
    this.verbatim(`\n\n${"#".repeat(Math.min(Math.max(level, 1), 6))} `);
    this.#isAtStart = true;
  }

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
    // Fills cells that are covered by row spans from above.
    for (let left = table.spans[row.length] ?? 0; left > 0; left = table.spans[row.length] ?? 0) {
      table.spans[row.length] = left - 1;
      row.push("");
    }
    for (let at = 0; at < Math.min(Math.max(columns, 1), MAX_CELL_SPAN); at++) {
      table.spans[row.length] = Math.min(Math.max(rows, 1), MAX_CELL_SPAN) - 1;
      row.push(at === 0 ? text : "");
    }
  }

  closeTable() {
    const table = this.#tables.pop();
    if (!table) return;
    while (this.#open.length > table.depth) this.verbatim(this.take());
    this.verbatim(table.isLayout ? asText(table.rows) : toMarkdownTable(table.rows));
  }

  get isInTable() {
    return this.#tables.length > 0;
  }

  begin() {
    this.#open.push([]);
    this.#isAtStart = true;
    this.#last = "\n";
  }

  /** Inserts the text since `begin` in brackets. @param {string} label */
  aside(label) {
    const said = inLine(this.take());
    if (said) this.text(` [${label}: ${said}] `);
  }

  /** Returns and removes the text since `begin`. */
  take() {
    const words = (this.#open.length > 1 ? this.#open.pop() : undefined)?.join("") ?? "";
    this.#last = this.#open.at(-1)?.at(-1) ?? "\n";
    this.#isAtStart = /\s$/.test(this.#last);
    return words;
  }

  toString() {
    while (this.#tables.length > 0) this.closeTable();
    return tidyLines(this.#open.flat().join(""));
  }
}

/** Trims lines and collapses blank lines. @param {string} text */
export const tidyLines = (text) =>
  text
    .replaceAll(/[^\S\n]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

/** @param {string[][]} rows */
function toMarkdownTable(rows) {
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

/** Flattens a layout table. @param {string[][]} rows */
const asText = (rows) => `\n\n${rows.flat().filter(Boolean).join("\n\n")}\n\n`;
