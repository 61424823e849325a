"use client";

import { useEffect } from "react";
import { setRefusalTexts } from "@/lib/api/client";
import { useLazyTranslations, useReaderLocale } from "./words";

/** Registers the translation of API refusals. Its code and texts are loaded with the first refusal. */
export function RefusalTranslations() {
  const { language } = useReaderLocale();
  const words = useLazyTranslations("reasons");
  useEffect(() => {
    if (language === "en") return undefined;
    return setRefusalTexts(async (sentence) => {
      const [{ translateReason }, t] = await Promise.all([import("@/lib/platform/words/reasons"), words()]);
      const said = translateReason(t, sentence);
      return said === sentence ? undefined : said;
    });
  }, [language, words]);
  return null;
}
