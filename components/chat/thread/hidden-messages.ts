import { useSyncExternalStore } from "react";

const none: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();
let hidden = none;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHiddenMessages = (): ReadonlySet<number> =>
  useSyncExternalStore(
    subscribe,
    () => hidden,
    () => none,
  );

export function setHiddenMessages(ids: ReadonlySet<number>): void {
  hidden = ids;
  for (const listener of listeners) listener();
}
