import { ar } from "./ar";
import { de } from "./de";
import { en, type Texts } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { zh } from "./zh";

const all = { en, de, fr, es, ar, zh };
export type Language = keyof typeof all;

export const textsIn = (language: Language): Texts => all[language];
export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** The language that a visitor likes best, from `Accept-Language`; English when there is none of ours. */
export function languageFor(accepted: string | null): Language {
  const wishes = (accepted ?? "")
    .slice(0, 500)
    .split(",")
    .map((entry) => {
      const [tag = "", ...options] = entry.trim().toLowerCase().split(";");
      const quality = options.map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1]).find(Boolean);
      return { language: tag.split("-")[0]!, quality: quality ? Number(quality) : 1 };
    });
  const known = wishes.filter(({ language, quality }) => Object.hasOwn(all, language) && quality > 0);
  return (known.sort((a, b) => b.quality - a.quality)[0]?.language as Language) ?? "en";
}
