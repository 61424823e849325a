/** The languages that Parley speaks: each is a file of words beside this one. */
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
  // Numbers as they are in code and everywhere else here.
  ar: { name: "العربية", tag: "ar-u-nu-latn" },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The cookie of a browser in which somebody chose a language; without it the browser's own counts. */
export const LANGUAGE_COOKIE = "language";

/** How a reader reads: the words of a language, and the numbers and dates of a region. */
export type Reader = {
  language: Language;
  /** For `Intl` (BCP 47): "en-US". */
  locale: string;
};

export const isLanguage = (value: unknown): value is Language =>
  typeof value === "string" && Object.hasOwn(LANGUAGES, value);

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/**
 * @param chosen what the reader chose, if anything
 * @param accepted `Accept-Language` (RFC 9110, 12.5.4)
 * @returns English for those who like none of ours; the browser's region where it fits the language
 */
export function readerOf(chosen: string | undefined, accepted: string | null): Reader {
  const wishes = wishesOf(accepted);
  const language = isLanguage(chosen) ? chosen : (wishes[0]?.language ?? "en");
  const { tag } = LANGUAGES[language];
  const regional = language !== "ar" && wishes.find((wish) => wish.language === language && wish.hasRegion);
  return { language, locale: regional ? regional.tag : tag };
}

/** The language of ours that a request likes best (`Accept-Language`), if it names one. */
export const languageAsked = (accepted: string | null | undefined): Language | undefined =>
  wishesOf(accepted ?? null)[0]?.language;

/** Who reads in a language that is known, if it is one of ours; else English. */
export function readerIn(language: string | null | undefined): Reader {
  const known = isLanguage(language) ? language : "en";
  return { language: known, locale: LANGUAGES[known].tag };
}

const MOST_READ = 500;

/** Those of ours, the one that is liked best first. */
function wishesOf(accepted: string | null) {
  return (accepted ?? "")
    .slice(0, MOST_READ)
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
