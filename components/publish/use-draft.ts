"use client";

import { useEffect, useState } from "react";
import { keepDraft, keptDraft } from "@/components/composer/drafts";
import type { Publication } from "@/lib/surfaces/public-chats/contract";
import { changedSince, type Draft, withChange } from "./draft";

/** What of a chat's publication is changed and not saved; the browser keeps it, so leaving the page loses nothing. */
export function useDraft(uuid: string, saved: Publication) {
  const place = `${uuid}:publication`;
  const [draft, setDraft] = useState<Draft>({});
  const keep = (next: Draft) => {
    keepDraft(place, Object.keys(next).length > 0 ? JSON.stringify(next) : "");
    return next;
  };
  // After the first paint, which the server has made without it.
  useEffect(() => setDraft(read(place)), [place]);
  return {
    draft,
    isChanged: Object.keys(draft).length > 0,
    set: <K extends keyof Publication>(name: K, value: Publication[K]) =>
      setDraft((now) => keep(withChange(now, saved, name, value))),
    discard: () => setDraft(keep({})),
    /** @param sent What was saved; what was typed meanwhile stays */
    saved: (sent: Draft) => setDraft((now) => keep(changedSince(now, sent))),
  };
}

function read(place: string): Draft {
  try {
    const kept: unknown = JSON.parse(keptDraft(place) || "{}");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}
