"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Texts that were begun and not sent, per chat; kept by the browser until they are. */
const PREFIX = "draft:";
const listeners = new Set<() => void>();

function read(chat: string): string {
  try {
    return localStorage.getItem(PREFIX + chat) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(chat: string, text: string): void {
  try {
    if (text) localStorage.setItem(PREFIX + chat, text);
    else localStorage.removeItem(PREFIX + chat);
  } catch {
    // Without storage, or with a full one, the draft lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The draft of a chat as it is now, in every tab. */
export const useDraft = (chat: string): string =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => read(chat), [chat]),
    () => "",
  );

/** The draft to begin with; read once. */
export const keptDraft = read;
