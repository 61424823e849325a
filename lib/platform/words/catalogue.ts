import compile from "icu-minify/compile";
import en from "./en.json";
import type { Language, ReaderLocale } from "./languages";
import type { CompiledWords, Key, Messages, Screen } from "./screens";
import { createTranslate, type Translate } from "./translate";

type CatalogueFile = Record<string, Record<string, string>>;

const files: Record<Language, () => Promise<{ default: CatalogueFile }>> = {
  en: async () => ({ default: en }),
  de: () => import("./de.json"),
  fr: () => import("./fr.json"),
  es: () => import("./es.json"),
  pt: () => import("./pt.json"),
  it: () => import("./it.json"),
  nl: () => import("./nl.json"),
  pl: () => import("./pl.json"),
  ja: () => import("./ja.json"),
  zh: () => import("./zh.json"),
  ar: () => import("./ar.json"),
};

export const isScreen = (name: string): name is Screen => Object.hasOwn(en, name);

const compiled = new Map<string, Messages>();

export async function compileWords(language: Language, screens: readonly Screen[]): Promise<CompiledWords> {
  const texts = await Promise.all(screens.map((screen) => loadTexts(language, screen)));
  return Object.fromEntries(
    screens.map((screen, at) => [screen, compileMessages(`${language} ${screen}`, texts[at]!)]),
  );
}

export async function loadTexts<S extends Screen>(
  language: Language,
  screen: S,
): Promise<Record<Key<S>, string>> {
  const file = (await files[language]()).default;
  const texts: Record<string, string> = { ...en[screen], ...file[screen] };
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !key.startsWith("@"))) as Record<
    Key<S>,
    string
  >;
}

/**
 * Fills up texts in another language with English ones.
 * @param name of the language
 */
export const fillUpTexts = <S extends Screen>(
  screen: S,
  name: string,
  texts: Partial<Record<Key<S>, string>>,
): Translate<S> =>
  createTranslate(
    { language: "en", locale: name },
    compileMessages(`${name} ${screen}`, { ...(en[screen] as Record<string, string>), ...texts }),
  );

export async function listTexts(language: Language): Promise<string[]> {
  const file = (await files[language]()).default;
  return Object.values(file).flatMap((texts) =>
    Object.entries(texts).flatMap(([key, text]) => (key.startsWith("@") ? [] : text)),
  );
}

function compileMessages(name: string, texts: Record<string, string>): Messages {
  const known = compiled.get(name);
  if (known) return known;
  const messages = Object.fromEntries(
    Object.entries(texts)
      // Compiled objects have no prototype, and React refuses to pass such objects to client components.
      .map(([key, text]) => [key, structuredClone(compile(text))]),
  );
  compiled.set(name, messages);
  return messages;
}

export async function loadTranslate<S extends Screen>(
  reader: ReaderLocale,
  screen: S,
): Promise<Translate<S>> {
  return createTranslate(reader, (await compileWords(reader.language, [screen]))[screen]);
}
