import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { saveDraft } from "./drafts";
import { useComposerDraft } from "./use-draft-of";

export function useComposerText(draftKey: string, ref: RefObject<HTMLTextAreaElement | null>) {
  const [text, setText] = useState("");
  const [caret, setCaret] = useState(0);
  useComposerDraft(draftKey, ref, setText);
  const change = (value: string) => {
    setText(value);
    saveDraft(draftKey, value);
  };
  const write = (next: string, at: number) => {
    // Sets the caret before the next key event. Set later, it would jump back over text typed meanwhile.
    flushSync(() => {
      change(next);
      setCaret(at);
    });
    ref.current?.setSelectionRange(at, at);
  };
  const insert = (inserted: string) => {
    const at = ref.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + inserted + text.slice(at), at + inserted.length);
    ref.current?.focus();
  };
  const insertWords = (words: string) => {
    const before = text.slice(0, ref.current?.selectionStart ?? text.length);
    insert(/\S$/.test(before) ? ` ${words}` : words);
  };
  return { text, caret, setCaret, change, write, insert, insertWords };
}
export type ComposerText = ReturnType<typeof useComposerText>;
