"use client";

import { useCallback, useSyncExternalStore } from "react";
import { drafts } from "@/components/browser/account-storage";

const listeners = new Set<() => void>();

export function saveDraft(chat: string, text: string): void {
  drafts.set(chat, text);
  for (const listener of listeners) listener();
}

export function moveDraft(from: string, to: string): void {
  const text = drafts.get(from);
  if (text === "") return;
  saveDraft(from, "");
  saveDraft(to, [drafts.get(to), text].filter(Boolean).join("\n"));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export const useDraft = (chat: string): string =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => drafts.get(chat), [chat]),
    () => "",
  );

export const getDraft = drafts.get;
