import compile from "icu-minify/compile";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesIn, parseSource, walk } from "@/test/source";
import { compileWords, loadTranslate } from "./catalogue";
import en from "./en.json";
import { getReader, LANGUAGES, type Language } from "./languages";
import type { Screen } from "./screens";
import { createTranslate } from "./translate";

type File = Record<string, Record<string, string>>;
const english: File = en;
const languages = Object.keys(LANGUAGES) as Language[];
const loadFile = async (language: Language): Promise<File> =>
  (await import(`../words/${language}.json`)).default;
const others = languages.filter((language) => language !== "en");
const isNote = (key: string) => key.startsWith("@");

const [SELECT, PLURAL, ORDINAL] = [1, 2, 3];
// Collects the arguments and tags of a compiled message ("count:2", "<link>") and its plural branches.
function listParts(message: unknown, found = { asked: new Set<string>(), plurals: [] as string[][] }) {
  if (!Array.isArray(message)) return found;
  for (const node of message) {
    if (!Array.isArray(node)) continue;
    const [name, type, branches] = node as [string, unknown, Record<string, unknown>];
    const isTag = node.length > 1 && typeof type !== "number";
    found.asked.add(isTag ? `<${name}>` : `${name}:${type === ORDINAL ? PLURAL : (type ?? "")}`);
    if (isTag) listParts(node.slice(1), found);
    if (type === PLURAL || type === ORDINAL) found.plurals.push(Object.keys(branches));
    if (type === SELECT || type === PLURAL || type === ORDINAL)
      for (const branch of Object.values(branches)) listParts(branch, found);
  }
  return found;
}
const askedBy = (text: string) => [...listParts(compile(text)).asked].sort();

describe.each(languages)("the translations of %s", (language) => {
  test("have the keys of the English ones, in their order", async () => {
    const keys = (file: File) =>
      Object.entries(file).flatMap(([screen, texts]) =>
        Object.keys(texts)
          .filter((key) => !isNote(key))
          .map((key) => `${screen}.${key}`),
      );
    expect(keys(await loadFile(language))).toEqual(keys(english));
  });

  test("take the same values as the English ones", async () => {
    const differences: string[] = [];
    for (const [screen, texts] of Object.entries(await loadFile(language)))
      for (const [key, text] of Object.entries(texts)) {
        const source = english[screen]?.[key];
        if (isNote(key) || source === undefined) continue;
        // Translations may omit the number in a plural, or use a number without a plural.
        const bare = (all: string[]) => all.map((one) => one.replace(`:${PLURAL}`, ":").replace(":4", ":"));
        if (String([...new Set(bare(askedBy(text)))]) !== String([...new Set(bare(askedBy(source)))]))
          differences.push(`${screen}.${key}: ${askedBy(text)} for ${askedBy(source)}`);
      }
    expect(differences).toEqual([]);
  });

  test("have a form for every number", async () => {
    const rules = new Intl.PluralRules(language);
    const forms = new Set(Array.from({ length: 121 }, (_, count) => rules.select(count)));
    const missing: string[] = [];
    for (const [screen, texts] of Object.entries(await loadFile(language)))
      for (const [key, text] of Object.entries(texts))
        for (const plural of isNote(key) ? [] : listParts(compile(text)).plurals)
          for (const form of forms) if (!plural.includes(form)) missing.push(`${screen}.${key}: ${form}`);
    expect(missing).toEqual([]);
  });

  test("are not empty and have no surrounding spaces", async () => {
    const texts = Object.entries(await loadFile(language)).flatMap(([screen, all]) =>
      Object.entries(all).map(([key, text]) => [`${screen}.${key}`, text] as const),
    );
    expect(texts.filter(([, text]) => text.trim() !== text || text === "")).toEqual([]);
  });
});

test("every English message is used somewhere", () => {
  const files = ["app", "components", "lib", "inngest"].flatMap(filesIn).map(parseSource);
  const all = files.map(({ text }) => text).join("\n");
  const found = (pattern: RegExp) =>
    new Set(Array.from(all.matchAll(pattern), ([, key, other]) => key ?? other));
  const quoted = found(/"(?=([\w-]+)")/g);
  // Keys used as properties: texts of the public page and tables of functions.
  const named = found(/\b(?:texts|WORDS)\.(\w+)|^ +(?=\w+: \()(\w+)/gm);
  const built = files.flatMap(keysBuiltIn);
  const isSaid = (key: string) =>
    quoted.has(key) || named.has(key) || built.some((pattern) => pattern.test(key));
  const unsaid = Object.entries(english).flatMap(([screen, texts]) =>
    Object.keys(texts)
      .filter((key) => !isNote(key) && !(quoted.has(screen) && isSaid(key)))
      // Messages of the API are checked in `reasons.test.ts`.
      .filter(() => screen !== "reasons")
      .map((key) => `${screen}.${key}`),
  );
  expect(unsaid).toEqual([]);
});

// Finds keys that are partly computed, such as t(`state_${state}`).
function keysBuiltIn(file: ts.SourceFile): RegExp[] {
  const found: RegExp[] = [];
  walk(file, (node) => {
    if (!ts.isTemplateExpression(node)) return;
    const pieces = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    if (/^\w+$/.test(pieces.join(""))) found.push(new RegExp(`^${pieces.join("[\\w-]+")}$`));
  });
  return found;
}
test("English texts are the fallback of languages without a translation", async () => {
  const screen = Object.keys(english)[0] as Screen;
  for (const language of others)
    expect(Object.keys((await compileWords(language, [screen]))[screen]!)).toEqual(
      Object.keys(english[screen]!).filter((key) => !isNote(key)),
    );
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", undefined, { language: "de", locale: "de-AT" }],
  ["en-US", undefined, { language: "en", locale: "en-US" }],
  ["fr;q=0.1, ja;q=0.7, *;q=0.5", undefined, { language: "ja", locale: "ja" }],
  ["sv-SE, sv", undefined, { language: "en", locale: "en-GB" }],
  ["zh-TW", undefined, { language: "zh", locale: "zh-TW" }],
  ["ar-EG", undefined, { language: "ar", locale: "ar-u-nu-latn" }],
  ["de", "pl", { language: "pl", locale: "pl" }],
  ["de", "tlh", { language: "de", locale: "de" }],
  ["de-!!, es;q=x, it;q=0", undefined, { language: "es", locale: "es" }],
  [null, undefined, { language: "en", locale: "en-GB" }],
  ["constructor", "__proto__", { language: "en", locale: "en-GB" }],
])("a reader who accepts %s and has chosen %s reads %o", (accepted, chosen, reader) => {
  expect(getReader(chosen, accepted)).toEqual(reader);
});

test("values are inserted into a message", async () => {
  const t = await loadTranslate({ language: "en", locale: "en-GB" }, "account");
  expect(t("signedInAs", { email: "ada@example.test" })).toBe("You're signed in as ada@example.test.");
  expect(t("waitMinutes", { minutes: 1 })).toBe("1 minute");
  expect(t("waitMinutes", { minutes: 2000 })).toBe("2,000 minutes");
});

test("a missing message shows its name instead of a broken page", () => {
  const t = createTranslate<"account">({ language: "en", locale: "en-GB" }, undefined);
  expect(t("signIn")).toBe("signIn");
});
