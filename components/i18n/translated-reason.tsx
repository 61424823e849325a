"use client";

import { translateReason } from "@/lib/platform/words/reasons";
import { useTranslations } from "./words";

export default function TranslatedReason({ reason }: { reason: string }) {
  return translateReason(useTranslations("reasons"), reason);
}
