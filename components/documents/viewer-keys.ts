import type { KeyboardEvent } from "react";

/** Does what a key is for, unless it goes along with another one. */
export function runKey(event: KeyboardEvent, actions: Record<string, () => void>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
