"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { storeLanguage } from "@/components/browser-storage/device-storage";
import type { Language } from "@/lib/platform/words/languages";
import { useReader } from "./words";

/** Reads the pages of this browser in the language of whoever has signed in to it, who may have chosen that elsewhere. */
export function OwnLanguage({ of: chosen }: { of: Language | null }) {
  const { language } = useReader();
  const router = useRouter();
  useEffect(() => {
    if (chosen === null || chosen === language) return;
    storeLanguage(chosen);
    router.refresh();
  }, [chosen, language, router]);
  return null;
}
