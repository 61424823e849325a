"use client";

import { Suspense } from "react";
import { lazy } from "@/components/ui/lazy";
import { useReader } from "./words";

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
