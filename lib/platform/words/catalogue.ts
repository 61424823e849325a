import compile from "icu-minify/compile";
import en from "./en.json";
import type { Language, Reader } from "./languages";
import type { Key, Messages, Screen, Words } from "./screens";
import { type Translate, translator } from "./translate";

type File = Record<string, Record<string, string>>;

/** Read when somebody first speaks the language. */
const files: Record<Language, () => Promise<{ default: File }>> = {
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

/** The words of some screens, compiled: what reads them (`translate.ts`) knows no ICU. */
export async function wordsOf(language: Language, screens: readonly Screen[]): Promise<Words> {
  const texts = await Promise.all(screens.map((screen) => textsOf(language, screen)));
  return Object.fromEntries(
    screens.map((screen, at) => [screen, messagesOf(`${language} ${screen}`, texts[at]!)]),
  );
}

/** The words of a screen as they are written, for scripts that fill them in themselves. */
export async function textsOf<S extends Screen>(
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

function messagesOf(name: string, texts: Record<string, string>): Messages {
  const known = compiled.get(name);
  if (known) return known;
  const messages = Object.fromEntries(
    Object.entries(texts) // Its objects have no prototype, which React refuses to pass to browsers.
      .map(([key, text]) => [key, structuredClone(compile(text))]),
  );
  compiled.set(name, messages);
  return messages;
}

/** Says the words of a screen where no page is: in mails and notifications. */
export async function wordsFor<S extends Screen>(reader: Reader, screen: S): Promise<Translate<S>> {
  return translator(reader, (await wordsOf(reader.language, [screen]))[screen]);
}
