import { useSyncExternalStore } from "react";
import type { MenuItem } from "@/components/ui/menu";

const none: MenuItem[] = [];
let actions = none;
const listeners = new Set<() => void>();

/** Sets the actions that only the page of the open chat has. The palette shows them, too. */
export function setPageActions(items: MenuItem[] = none): void {
  actions = items;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const usePageActions = (): MenuItem[] =>
  useSyncExternalStore(
    subscribe,
    () => actions,
    () => none,
  );
