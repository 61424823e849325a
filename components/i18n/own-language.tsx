"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { storeLanguage } from "@/components/browser/device-storage";
import type { Language } from "@/lib/platform/words/languages";
import { useReaderLocale } from "./words";

/** Applies the language of the user's account, which may have been set on another device, to this browser. */
export function OwnLanguage({ of: chosen }: { of: Language | null }) {
  const { language } = useReaderLocale();
  const router = useRouter();
  useEffect(() => {
    if (chosen === null || chosen === language) return;
    storeLanguage(chosen);
    router.refresh();
  }, [chosen, language, router]);
  return null;
}
