import type { Translate } from "@/lib/platform/words/translate";

/**
 * Parses a number; null for an empty input.
 * @throws Error for anything else, because JSON would turn NaN into null
 */
export function parseTokens(t: Translate<"tokensForm">, text: string): number | null {
  if (text.trim() === "") return null;
  const digits = text.replace(/[\s.,_']/g, "");
  if (!/^\d{1,15}$/.test(digits)) throw new Error(t("wholeNumber"));
  return Number(digits);
}
