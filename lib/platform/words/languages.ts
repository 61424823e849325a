export const LANGUAGES = {
  en: { name: "English", tag: "en-GB" },
  de: { name: "Deutsch", tag: "de" },
  fr: { name: "Français", tag: "fr" },
  es: { name: "Español", tag: "es" },
  pt: { name: "Português (Brasil)", tag: "pt-BR" },
  it: { name: "Italiano", tag: "it" },
  nl: { name: "Nederlands", tag: "nl" },
  pl: { name: "Polski", tag: "pl" },
  ja: { name: "日本語", tag: "ja" },
  zh: { name: "简体中文", tag: "zh-Hans" },
  // Latin digits, as in code and the rest of the interface.
  ar: { name: "العربية", tag: "ar-u-nu-latn" },
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_COOKIE = "language";

export type ReaderLocale = {
  language: Language;
  locale: string;
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === "string" && Object.hasOwn(LANGUAGES, value);

export const getDirection = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/**
 * @param chosen the user's preference, if any
 * @param accepted `Accept-Language` (RFC 9110, section 12.5.4)
 * @returns English when no supported language is accepted; includes the browser's region when it belongs to the
 * language
 */
export function getReader(chosen: string | undefined, accepted: string | null): ReaderLocale {
  const wishes = parseAcceptLanguage(accepted);
  const language = isLanguage(chosen) ? chosen : (wishes[0]?.language ?? "en");
  const { tag } = LANGUAGES[language];
  const regional = language !== "ar" && wishes.find((wish) => wish.language === language && wish.hasRegion);
  return { language, locale: regional ? regional.tag : tag };
}

export const parseLanguage = (accepted: string | null | undefined): Language | undefined =>
  parseAcceptLanguage(accepted ?? null)[0]?.language;

export function toReader(language: string | null | undefined): ReaderLocale {
  const known = isLanguage(language) ? language : "en";
  return { language: known, locale: LANGUAGES[known].tag };
}

const MAX_HEADER_LENGTH = 500;

function parseAcceptLanguage(accepted: string | null) {
  return (accepted ?? "")
    .slice(0, MAX_HEADER_LENGTH)
    .split(",")
    .flatMap((entry) => {
      const [tag = "", ...options] = entry.split(";").map((part) => part.trim());
      const q = options.map((option) => /^q=([\d.]+)$/i.exec(option)?.[1]).find(Boolean);
      const language = tag.split("-")[0]!.toLowerCase();
      const quality = q ? Number(q) : 1;
      if (!isLanguage(language) || !(quality > 0) || !isTag(tag)) return [];
      return [{ tag, language, quality, hasRegion: tag.includes("-") }];
    })
    .sort((a, b) => b.quality - a.quality);
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
