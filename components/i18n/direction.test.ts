import { expect, test } from "vitest";
import { filesIn, parseSource } from "@/test/source";

// Matches Tailwind classes for physical sides, which must be replaced by classes for logical sides.
const PHYSICAL =
  /(?<![\w-])-?(?:ml|mr|pl|pr|scroll-m[lr]|scroll-p[lr]|border-[lr]|rounded-(?:l|r|tl|tr|bl|br))-(?:\d|\[|auto|px)[^\s"'`]*|(?<![\w-])(?:border-[lr]|rounded-[lr]|text-left|text-right|float-left|float-right)(?=[\s"'`])|(?<=["'`\s:])-?(?:left|right)-(?:\d|\[|full|auto)[^\s"'`]*/g;

test("layouts use logical sides, so that they follow right-to-left languages", () => {
  const found = ["app", "components"].flatMap(filesIn).flatMap((path) =>
    [...parseSource(path).text.matchAll(PHYSICAL)]
      .map(([name]) => name)
      // The center is the same in both directions.
      .filter((name) => name !== "left-1/2")
      .map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
