import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** docs/security-cases.md names tests by file and title: each has to be there, as it is called now. */
const named = [
  ...readFileSync("docs/security-cases.md", "utf8").matchAll(
    /`([\w/().[\]-]+\.(?:test|spec)\.tsx?)`: ((?:“[^”]*”(?:, )?)+)/g,
  ),
].flatMap(([, file, titles]) =>
  [...titles!.matchAll(/“([^”]*)”/g)].map(([, title]) => [file!, title!.replaceAll("\\|", "|")] as const),
);

/** What a table of a test fills in is `…` in the document. */
const wild = (title: string) => title.replace(/%[sijd]|\$\{[^}]*\}|\$\w+(\.\w+)*/g, "…");
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A title follows a bracket; what else stands in quotation marks may be half of a regular expression. */
const titlesOf = (file: string): string[] =>
  [
    ...readFileSync(file, "utf8").matchAll(
      /(?<=\(\s*)(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)')/g,
    ),
  ].map(([, double, back, single]) => wild((double ?? back ?? single ?? "").replaceAll('\\"', '"')));

test("the document names tests", () => expect(named.length).toBeGreaterThan(400));

test.each(named)("%s has the test “%s”", (file, title) => {
  expect(existsSync(file)).toBe(true);
  const pattern = new RegExp(`^${title.split("…").map(escaped).join(".*")}$`, "s");
  expect(titlesOf(file).some((own) => own === title || pattern.test(own))).toBe(true);
});
