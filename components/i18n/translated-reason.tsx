"use client";

import { translateReason } from "@/lib/platform/words/reasons";
import { useWords } from "./words";

export default function TranslatedReason({ reason }: { reason: string }) {
  return translateReason(useWords("reasons"), reason);
}
