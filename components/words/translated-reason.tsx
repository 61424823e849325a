"use client";

import { reasonIn } from "@/lib/platform/words/reasons";
import { useWords } from "./words";

/** A reason that was stored in English, in the reader's language. */
export default function TranslatedReason({ reason }: { reason: string }) {
  return reasonIn(useWords("reasons"), reason);
}
