/** Row of a table with its range in the document's text, in UTF-16 code units. */
export type SheetRow = { start: number; end: number; cells: string[] };

const RULE = /^\|(\s*:?-+:?\s*\|)+\s*$/;

/** Parses the rows of a text that begins at `offset` of the document: one per line, with cells separated by bars. */
export function parseRows(text: string, offset: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let start = offset;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    if (line.trim() !== "" && !RULE.test(line)) rows.push({ start, end, cells: parseCells(line) });
    start = end + 1;
  }
  return rows;
}

function parseCells(line: string): string[] {
  // A leading bar marks a Markdown row; elsewhere an empty first cell starts with a space.
  const inner = line.startsWith("|") ? line.replace(/^\||\|\s*$/g, "") : line;
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
