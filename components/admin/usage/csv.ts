import { save } from "@/components/ui/save";

type Cell = string | number | null;

// Leading characters that spreadsheets interpret as a formula.
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Formats rows as CSV (RFC 4180) with a UTF-8 BOM for spreadsheets. Prefixes values that would be formulas with an
 * apostrophe, to prevent CSV injection.
 */
export function toCsv(rows: Cell[][]): string {
  const cell = (value: Cell) => {
    if (value === null) return "";
    if (typeof value === "number") return String(value);
    return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
  };
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

export const download = (name: string, text: string): void =>
  save(new Blob([text], { type: "text/csv;charset=utf-8" }), name);
