import { type RefObject, useLayoutEffect, useRef } from "react";
import { keepDraft, keptDraft } from "./drafts";

/**
 * Begins with the draft of `draftKey`, which the server knows nothing of, and what was typed before the page came alive.
 * It is there before the next key is read: else that would go into the draft of another chat.
 */
export function useDraftOf(
  draftKey: string,
  field: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const early = isFirst.current ? (field.current?.value ?? "") : "";
    isFirst.current = false;
    const draft = keptDraft(draftKey);
    // Browsers that restore fields have put the draft back.
    const text = draft.includes(early) ? draft : draft + early;
    if (text !== draft) keepDraft(draftKey, text);
    setText(text);
  }, [draftKey, field, setText]);
}
