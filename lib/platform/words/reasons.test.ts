import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadTranslate } from "./catalogue";
import en from "./en.json";
import { toReader } from "./languages";
import { translateReason } from "./reasons";

const source = readdirSync("lib", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(ts|mjs)$/.test(name) && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join("lib", name), "utf8"))
  .join("\n");

test("every reason appears in the source in the same words", () => {
  const reasons = Object.entries(en.reasons);
  expect(reasons.filter(([key, text]) => key !== text)).toEqual([]);
  const isGiven = (key: string) => key.split(/\{\w+\}/).every((part) => source.includes(part));
  expect(reasons.filter(([key]) => !isGiven(key))).toEqual([]);
});

test.each([
  ["No server has this name.", "Es gibt keinen Server mit diesem Namen."],
  ["The server answered 404.", "Der Server antwortete mit 404."],
  [
    "The server answered 404. Is this the address of a repository?",
    "Der Server antwortete mit 404. Ist das die Adresse eines Repositorys?",
  ],
  ["No server has this name. (Sic!)", "Es gibt keinen Server mit diesem Namen. (Sic!)"],
  ["The name @team is taken in this group.", "Der Name @team ist in dieser Gruppe vergeben."],
  [
    "A chat has at most 20 jobs. Remove one first.",
    "Ein Chat kann höchstens 20 Jobs haben. Entfernen Sie zuerst einen.",
  ],
  ["The moon is full.", "The moon is full."],
  ["", ""],
])("%s is translated into German", async (reason, said) => {
  expect(translateReason(await loadTranslate(toReader("de"), "reasons"), reason)).toBe(said);
});
