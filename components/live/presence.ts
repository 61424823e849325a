"use client";

import { useSyncExternalStore } from "react";

// Presence of others (typing, online), received through live events and held in memory.
type Typist = { name: string; timer: ReturnType<typeof setTimeout> };
const TYPING_TIMEOUT_MS = 6000;
export const VISITOR_ID = 0;

const typists = new Map<string, Map<number, Typist>>();
const shownTypists = new Map<string, string[]>();
const online = new Map<number, boolean>();
const listeners = new Set<() => void>();

function changed(chat?: string): void {
  if (chat)
    shownTypists.set(
      chat,
      [...(typists.get(chat)?.values() ?? [])].map(({ name }) => name),
    );
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function markTyping(chat: string, userId: number, name: string): void {
  const here = typists.get(chat) ?? new Map<number, Typist>();
  typists.set(chat, here);
  clearTimeout(here.get(userId)?.timer);
  here.set(userId, { name, timer: setTimeout(() => unmarkTyping(chat, userId), TYPING_TIMEOUT_MS) });
  changed(chat);
}

export function unmarkTyping(chat: string, userId: number): void {
  const here = typists.get(chat);
  if (!here?.has(userId)) return;
  clearTimeout(here.get(userId)!.timer);
  here.delete(userId);
  changed(chat);
}

export function setOnline(userId: number, isOnline: boolean): void {
  online.set(userId, isOnline);
  changed();
}

const nobody: string[] = [];
export const useTypists = (chat: string): string[] =>
  useSyncExternalStore(
    subscribe,
    () => shownTypists.get(chat) ?? nobody,
    () => nobody,
  );

export const useOnline = (userId: number, known: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => online.get(userId) ?? known,
    () => known,
  );
