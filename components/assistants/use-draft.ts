"use client";

import { useEffect, useState } from "react";
import type { Assistant } from "@/components/data/assistants";
import { useWords } from "@/components/words/words";
import { type Draft, draftOf, isSame } from "./draft";
import { useUnsavedGuard } from "./use-unsaved-guard";

/**
 * Drafts of forms that were left by a way that cannot be stopped, such as the
 * browser's Back, by the id of their assistant. In the browser's memory only.
 */
const left = new Map<number | "new", Draft>();

/** What is typed into an assistant's form, guarded against being lost. */
export function useDraft(saved: Assistant | undefined) {
  const place = saved?.id ?? "new";
  const [draft, setDraft] = useState(() => left.get(place) ?? draftOf(saved));
  const isDirty = !isSame(draft, draftOf(saved));
  const guard = useUnsavedGuard(isDirty, useWords("assistants")("leave"));

  useEffect(() => left.clear(), []);
  // With every change rather than at the end: the page that comes next may be rendered before this one goes.
  useEffect(() => {
    if (isDirty) left.set(place, draft);
    else left.delete(place);
    return () => {
      if (guard.isLifted()) left.delete(place);
    };
  });
  return { draft, setDraft, isDirty, lift: guard.lift };
}
