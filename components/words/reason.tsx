"use client";

import { Suspense, useEffect, useState } from "react";
import { lazy } from "@/components/ui/lazy";
import { useLaterWords, useReader } from "./words";

// Pages show few of them: neither the code nor the words come before.
const TranslatedReason = lazy(() => import("./translated-reason"));

/** Why something failed or was left out, as the API says it: in English, which others read in their language. */
export function Reason({ children: reason }: { children: string }) {
  const { language } = useReader();
  if (language === "en") return reason;
  return (
    <Suspense fallback={reason}>
      <TranslatedReason reason={reason} />
    </Suspense>
  );
}

/** As `Reason`, for sentences that are parts of others: in English until the words are here. */
export function useReason(): (reason: string) => string {
  const { language } = useReader();
  const words = useLaterWords("reasons");
  const [say, setSay] = useState(() => (reason: string) => reason);
  useEffect(() => {
    if (language === "en") return undefined;
    let isShown = true;
    Promise.all([import("@/lib/platform/words/reasons"), words()]).then(
      ([{ reasonIn }, t]) => isShown && setSay(() => (reason: string) => reasonIn(t, reason)),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [language, words]);
  return say;
}
