"use client";

import { useEffect, useState } from "react";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { useUnsavedGuard } from "@/components/ui/use-unsaved-guard";
import { type AssistantDraft, isSame, toDraft } from "./draft";

// Unsaved drafts by assistant id, kept in memory when the user leaves a form in a way that can't be intercepted, such
// as with the browser's Back button.
const left = new Map<number | "new", AssistantDraft>();

export function useDraft(saved: Assistant | undefined, isAdmin: boolean) {
  const place = saved?.id ?? "new";
  const [draft, setDraft] = useState(() => left.get(place) ?? toDraft(saved, isAdmin));
  const isDirty = !isSame(draft, toDraft(saved, isAdmin));
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
