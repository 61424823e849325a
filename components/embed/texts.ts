import type { Key } from "@/lib/platform/words/screens";

type Texts = Record<Key<"embed">, string>;

/** What the launcher says, by language: put in when it is built (`scripts/browser-scripts.mjs`). */
declare const WORDS: Record<string, Texts>;

/** In the language that was asked for, else that of the embedding page, else the browser's. */
export const textsIn = (asked: string | undefined): Texts =>
  [asked ?? "", document.documentElement.lang, ...navigator.languages]
    .map((language) => WORDS[language.slice(0, 2).toLowerCase()])
    .find(Boolean) ?? WORDS.en!;
