import type { Translate } from "@/lib/platform/words/translate";

/** The number that somebody typed, null for none. @throws Error for anything else, which JSON would make a null of */
export function tokensIn(t: Translate<"tokensForm">, text: string): number | null {
  if (text.trim() === "") return null;
  const digits = text.replace(/[\s.,_']/g, "");
  if (!/^\d{1,15}$/.test(digits)) throw new Error(t("wholeNumber"));
  return Number(digits);
}
