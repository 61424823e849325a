import { LANGUAGE_COOKIE, type Language } from "@/lib/platform/words/languages";

/** In seconds: as long as browsers keep one. */
const KEPT_FOR = 400 * 24 * 60 * 60;

/** Keeps a choice for the pages of this browser; null: none. */
export function keepLanguage(language: Language | null): void {
  const age = language === null ? 0 : KEPT_FOR;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ""}; path=/; max-age=${age}; samesite=lax`;
}
