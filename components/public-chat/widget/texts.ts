import type { Key } from "@/lib/platform/words/screens";

type Texts = Record<Key<"embed">, string>;

/** Translations of the launcher by language, inlined by the build (`scripts/browser-scripts.mjs`). */
declare const WORDS: Record<string, Texts>;

export const getTexts = (asked: string | undefined): Texts =>
  [asked ?? "", document.documentElement.lang, ...navigator.languages]
    .map((language) => WORDS[language.slice(0, 2).toLowerCase()])
    .find(Boolean) ?? WORDS.en!;
