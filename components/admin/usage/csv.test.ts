import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("toCsv quotes texts and neutralizes formulas", () => {
  const rows = [
    ["Chat", "Tokens"],
    ['=HYPERLINK("http://x")', 12],
    ["+1", -3],
    ["a,b\nc", null],
    ["@x", 0.5],
  ];
  expect(toCsv(rows)).toBe(
    '\uFEFF"Chat","Tokens"\r\n"\'=HYPERLINK(""http://x"")",12\r\n"\'+1",-3\r\n"a,b\nc",\r\n"\'@x",0.5\r\n',
  );
});
