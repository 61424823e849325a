"use client";

import { Suspense, useEffect, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { useLazyTranslations, useReaderLocale } from "./words";

// Reasons in other languages are rare, so neither the code nor the translations are loaded with the page.
const TranslatedReason = lazy(() => import("./translated-reason"));

export function Reason({ children: reason }: { children: string }) {
  const { language } = useReaderLocale();
  if (language === "en") return reason;
  return (
    <Suspense fallback={reason}>
      <TranslatedReason reason={reason} />
    </Suspense>
  );
}

/** Variant of `Reason` for parts of sentences. Returns the English reason until the translations are loaded. */
export function useTranslateReason(): (reason: string) => string {
  const { language } = useReaderLocale();
  const words = useLazyTranslations("reasons");
  const [say, setSay] = useState(() => (reason: string) => reason);
  useEffect(() => {
    if (language === "en") return undefined;
    let isShown = true;
    Promise.all([import("@/lib/platform/words/reasons"), words()]).then(
      ([{ translateReason }, t]) => isShown && setSay(() => (reason: string) => translateReason(t, reason)),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [language, words]);
  return say;
}
