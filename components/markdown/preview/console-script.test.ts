import { expect, test } from "vitest";
import { parseConsoleEntry } from "./console-script";

test("a line of a preview's console is read", () => {
  expect(parseConsoleEntry({ console: { level: "warn", text: "a", line: 2 } })).toEqual({
    ...{ level: "warn", text: "a", line: 2 },
  });
});

test.each([
  null,
  "a",
  { console: { level: "shout", text: "a" } },
  { console: { level: "log", text: 1 } },
  { console: { level: "log", text: "a".repeat(2_001) } },
])("anything else is ignored (%#)", (data) => {
  expect(parseConsoleEntry(data)).toBeUndefined();
});
