import { useCallback, useEffect, useState } from "react";
import { isInSelectionBar, isWriting } from "../editor-focus";
import type { Text } from "../use-text";
import { applyChange, rebase, shiftAfter, type TextChange } from "./changes";

// Suggested changes of a text. Nothing of them is in the text before it is accepted.
type Suggested = {
  /** The text that the changes apply to. */
  base: string;
  changes: TextChange[];
  /** Number of suggestions that no longer apply, because their place was changed meanwhile. */
  lost: number;
  /** Set when an assistant changed the text while a person was writing; absent if a person asked for the changes. */
  author?: string;
  /** False while a person is writing, so that the editor stays. */
  isOpen: boolean;
  takesFocus: boolean;
};

// Suggestions outlive the editor, which is replaced when the window becomes as narrow as a phone's.
const unsettled = new Map<string, Suggested>();

export function useReview(text: Text, key: string) {
  const [suggested, setSuggested] = useState(() => unsettled.get(key));
  useEffect(() => {
    if (suggested) unsettled.set(key, { ...suggested, takesFocus: false });
    else unsettled.delete(key);
  }, [suggested, key]);
  // The text has changed since, here or elsewhere.
  if (suggested && suggested.base !== text.draft) {
    const { kept, overlapping } = rebase(suggested.changes, suggested.base, text.draft);
    const lost = suggested.lost + overlapping.length;
    setSuggested({ ...suggested, base: text.draft, changes: kept, lost });
  }
  const onFocused = useCallback(
    () => setSuggested((before) => before && { ...before, takesFocus: false }),
    [],
  );
  const settle = (base: string, changes: TextChange[]) => {
    setSuggested(suggested && (changes.length > 0 ? { ...suggested, base, changes } : undefined));
    if (suggested && base !== suggested.base) text.edit(base, suggested.base);
  };
  return {
    suggested,
    onFocused,
    suggest: (base: string, changes: TextChange[], author?: string) => {
      const isAsked = author === undefined;
      const takesFocus = isAsked && isInSelectionBar();
      const isBusy = isWriting() || (!isAsked && isInSelectionBar());
      setSuggested((before) => ({
        ...{ base, changes, lost: 0, author, takesFocus },
        isOpen: changes.length > 0 && (before?.isOpen || !isBusy),
      }));
    },
    open: () => setSuggested(suggested && { ...suggested, isOpen: true, takesFocus: true }),
    accept: (changes: TextChange[]) => {
      if (!suggested) return;
      const last = changes.toReversed();
      settle(
        last.reduce(applyChange, suggested.base),
        last.reduce(
          shiftAfter,
          suggested.changes.filter((each) => !changes.includes(each)),
        ),
      );
    },
    reject: (changes: TextChange[]) => {
      if (suggested)
        settle(
          suggested.base,
          suggested.changes.filter((each) => !changes.includes(each)),
        );
    },
    acceptAll: () => {
      if (suggested) settle(suggested.changes.toReversed().reduce(applyChange, suggested.base), []);
    },
    close: () => setSuggested(undefined),
  };
}
export type Review = ReturnType<typeof useReview>;
