import { readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { type Language, toReader } from "@/lib/platform/words/languages";
import type { Screen } from "@/lib/platform/words/screens";
import { createTranslate, type Translate } from "@/lib/platform/words/translate";

/** Returns translations for browser tests. Reads the file, because Playwright cannot load JSON modules. */
export function said<S extends Screen>(language: Language, screen: S): Translate<S> {
  const file = JSON.parse(readFileSync(`lib/platform/words/${language}.json`, "utf8"));
  const texts = Object.entries<string>(file[screen]);
  return createTranslate(
    toReader(language),
    Object.fromEntries(texts.map(([key, text]) => [key, compile(text)])),
  );
}
