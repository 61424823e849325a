import { expect, test } from "vitest";
import { parseRows } from "./sheet-rows";

test("lines with bars become rows with their offsets in the text", () => {
  const text = "Item | Price\nBrake pads | 12.50\n\n | 3\n";
  const rows = parseRows(text, 100);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["Item", "Price"],
    ["Brake pads", "12.50"],
    ["", "3"],
  ]);
  expect(text.slice(rows[1]!.start - 100, rows[1]!.end - 100)).toBe("Brake pads | 12.50");
});

test("Markdown tables become rows without the delimiter line", () => {
  const cells = parseRows("| a | b |\n| --- | :-: |\n| 1 \\| 2 | |\n", 0).map((row) => row.cells);
  expect(cells).toEqual([
    ["a", "b"],
    ["1 | 2", ""],
  ]);
});
