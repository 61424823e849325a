"use client";

import { useEffect, useState } from "react";
import { getDraft, saveDraft } from "@/components/chat/composer/drafts";
import type { Publication } from "@/lib/channels/public-chats/contract";
import { getChanges, type PublicationDraft, withChange } from "./draft";

export function useDraft(uuid: string, saved: Publication) {
  const place = `${uuid}:publication`;
  // The stored draft is read after hydration, because the server renders without local storage.
  const [read, setDraft] = useState<PublicationDraft>();
  useEffect(() => setDraft(readDraft(place)), [place]);
  useEffect(() => {
    if (read) saveDraft(place, Object.keys(read).length > 0 ? JSON.stringify(read) : "");
  }, [place, read]);
  const draft = read ?? {};
  return {
    draft,
    isChanged: Object.keys(draft).length > 0,
    set: <K extends keyof Publication>(name: K, value: Publication[K]) =>
      setDraft((now) => withChange(now ?? {}, saved, name, value)),
    discard: () => setDraft({}),
    /** @param sent Changes that were saved; changes typed meanwhile stay in the draft */
    saved: (sent: PublicationDraft) => setDraft((now) => getChanges(now ?? {}, sent)),
  };
}

function readDraft(place: string): PublicationDraft {
  try {
    const kept: unknown = JSON.parse(getDraft(place) || "{}");
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}
