import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// docs/security-cases.md refers to tests by file and title, which must exist.
const named = [
  ...readFileSync("docs/security-cases.md", "utf8").matchAll(
    /`([\w/().[\]-]+\.(?:test|spec)\.tsx?)`: ((?:“[^”]*”(?:, )?)+)/g,
  ),
].flatMap(([, file, titles]) =>
  [...titles!.matchAll(/“([^”]*)”/g)].map(([, title]) => [file!, title!.replaceAll("\\|", "|")] as const),
);

// The document writes `…` for values of parameterized tests.
const wild = (title: string) => title.replace(/%[sijd]|\$\{[^}]*\}|\$\w+(\.\w+)*/g, "…");
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Matches titles behind a parenthesis, because other quotation marks may be part of a regular expression.
const listTitles = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /(?<=\(\s*)(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)')/g,
    ),
  ].map(([, double, back, single]) => wild((double ?? back ?? single ?? "").replaceAll('\\"', '"')));

test("the document names tests", () => expect(named.length).toBeGreaterThan(400));

test.each(named)("%s has the test “%s”", (file, title) => {
  expect(existsSync(file)).toBe(true);
  const pattern = new RegExp(`^${title.split("…").map(escaped).join(".*")}$`, "s");
  expect(listTitles(file).some((own) => own === title || pattern.test(own))).toBe(true);
});
