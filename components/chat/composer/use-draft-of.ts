import { type RefObject, useLayoutEffect, useRef } from "react";
import { getDraft, saveDraft } from "./drafts";

/**
 * Restores the draft of `draftKey`, which only the browser stores, and adds text typed before hydration. A layout
 * effect, because a key event before it would write the text of the previous chat to this chat's draft.
 */
export function useComposerDraft(
  draftKey: string,
  field: RefObject<HTMLTextAreaElement | null>,
  setText: (text: string) => void,
): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const early = isFirst.current ? (field.current?.value ?? "") : "";
    isFirst.current = false;
    const draft = getDraft(draftKey);
    // Browsers that restore form fields have already inserted the draft.
    const text = draft.includes(early) ? draft : draft + early;
    if (text !== draft) saveDraft(draftKey, text);
    setText(text);
  }, [draftKey, field, setText]);
}
