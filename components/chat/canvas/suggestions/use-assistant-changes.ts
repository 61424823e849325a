import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { canvasVersionsQuery } from "@/components/data/canvas";
import type { Text } from "../use-text";
import { diffTexts, rebase } from "./changes";
import type { Review } from "./use-review";

/**
 * Makes suggestions of what an assistant changed while a person was writing: the person's text is kept, and the
 * assistant's is a version. Changes by people stay a conflict.
 * @returns whether it isn't known yet who made the change
 */
export function useAssistantChanges(
  chat: string,
  page: number | undefined,
  text: Text,
  review: Review,
  isProse: boolean,
): boolean {
  const client = useQueryClient();
  const { theirs } = text;
  const [ofPerson, setOfPerson] = useState<string>();
  const latest = useRef({ text, review });
  useEffect(() => {
    latest.current = { text, review };
  });
  useEffect(() => {
    if (theirs === undefined) return;
    let isWanted = true;
    client.fetchQuery({ ...canvasVersionsQuery(chat, page), staleTime: 0 }).then(
      ([newest]) => {
        const { text, review } = latest.current;
        if (!isWanted || text.theirs !== theirs) return;
        const author = newest?.changed_by;
        if (!author?.virtual_assistant_id) return setOfPerson(theirs);
        const changes = diffTexts(text.base, theirs, isProse ? "words" : "lines");
        const { kept, overlapping } = rebase(changes, text.base, text.draft);
        review.suggest(
          text.draft,
          [...kept, ...overlapping].sort((one, other) => one.from - other.from),
          author.name,
        );
        text.keepMine();
      },
      () => isWanted && setOfPerson(theirs),
    );
    return () => {
      isWanted = false;
    };
  }, [client, chat, page, theirs, isProse]);
  return theirs !== undefined && ofPerson !== theirs;
}
