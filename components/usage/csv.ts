import { save } from "@/components/ui/save";

type Cell = string | number | null;

/** What a table program would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180), with a mark of UTF-8 for table programs. A text that
 * would be a formula there gets an apostrophe in front: names come from people.
 */
export function csvOf(rows: Cell[][]): string {
  const cell = (value: Cell) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  };
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** Has the browser save a table as a file. */
export const download = (name: string, text: string): void =>
  save(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
