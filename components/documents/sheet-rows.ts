/** A row of a table, and where it stands in the text of its document, in UTF-16 units. */
export type Row = { start: number; end: number; cells: string[] };

/** What stands between a head and its rows where a table is written in Markdown. */
const RULE = /^\|(\s*:?-+:?\s*\|)+\s*$/;

/** The rows of a text that begins at `offset` of its document's: a line each, with bars between the cells. */
export function rowsIn(text: string, offset: number): Row[] {
  const rows: Row[] = [];
  let start = offset;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    if (line.trim() !== "" && !RULE.test(line)) rows.push({ start, end, cells: cellsOf(line) });
    start = end + 1;
  }
  return rows;
}

function cellsOf(line: string): string[] {
  // Only Markdown begins with a bar at once: a first cell that is empty has a space.
  const inner = line.startsWith("|") ? line.replace(/^\||\|\s*$/g, "") : line;
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
