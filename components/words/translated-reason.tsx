"use client";

import { reasonIn } from "@/lib/platform/words/reasons";
import { useWords } from "./words";

export default function TranslatedReason({ reason }: { reason: string }) {
  return reasonIn(useWords("reasons"), reason);
}
