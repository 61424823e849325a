"use client";

import { useEffect, useState } from "react";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { type AssistantDraft, isSame, toDraft } from "./draft";

// Drafts of forms that were left in a way that can't be intercepted, such as the browser's Back, by assistant id.
// Lost on reload.
const left = new Map<number | "new", AssistantDraft>();

export function useDraft(saved: Assistant | undefined) {
  const place = saved?.id ?? "new";
  const [draft, setDraft] = useState(() => left.get(place) ?? toDraft(saved));
  const isDirty = !isSame(draft, toDraft(saved));
  const guard = useUnsavedGuard(isDirty, useTranslations("assistants")("leave"));

  useEffect(() => left.clear(), []);
  // Runs on every change rather than only on unmount, because the next page may render before this one unmounts.
  useEffect(() => {
    if (isDirty) left.set(place, draft);
    else left.delete(place);
    return () => {
      if (guard.isLifted()) left.delete(place);
    };
  });
  return { draft, setDraft, isDirty, lift: guard.lift };
}
