import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { canvasVersionQuery, canvasVersionsQuery } from "@/components/data/canvas";
import type { Text } from "../use-text";
import { diffTexts, rebase } from "./changes";
import type { Review } from "./use-review";

/**
 * Merges what others changed while a person was writing. What an assistant changed becomes suggestions instead; its
 * text is a version.
 */
export function useIncomingChanges(
  chat: string,
  page: number | undefined,
  text: Text,
  review: Review,
  isProse: boolean,
): void {
  const client = useQueryClient();
  const { theirs, isConflict } = text;
  const latest = useRef({ text, review });
  useEffect(() => {
    latest.current = { text, review };
  });
  useEffect(() => {
    if (theirs === undefined || isConflict) return;
    let isWanted = true;
    findAssistant(client, chat, page, latest.current.text.base).then(
      (name) => {
        const { text, review } = latest.current;
        if (!isWanted || text.theirs !== theirs) return;
        if (name === undefined) return text.merge();
        const changes = diffTexts(text.base, theirs, isProse ? "words" : "lines");
        const { kept, overlapping } = rebase(changes, text.base, text.draft);
        const all = [...kept, ...overlapping].sort((one, other) => one.from - other.from);
        if (all.length > 0) review.suggest(text.draft, all, name);
        text.keepMine();
      },
      () => isWanted && latest.current.text.merge(),
    );
    return () => {
      isWanted = false;
    };
  }, [client, chat, page, theirs, isProse, isConflict]);
}

// Undefined if anyone else changed the text since it was `base`.
async function findAssistant(
  client: QueryClient,
  chat: string,
  page: number | undefined,
  base: string,
): Promise<string | undefined> {
  const versions = await client.fetchQuery({ ...canvasVersionsQuery(chat, page), staleTime: 0 });
  for (const { id, changed_by } of versions) {
    if (!changed_by?.virtual_assistant_id) return undefined;
    const { text } = await client.fetchQuery(canvasVersionQuery(chat, id));
    if (text === base) return changed_by.name;
  }
  return undefined;
}
