import type { KeyboardEvent } from "react";

/** Runs the action of a key pressed without modifiers. */
export function runKey(event: KeyboardEvent, actions: Record<string, () => void>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
