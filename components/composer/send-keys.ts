import type { KeyboardEvent } from "react";

/**
 * Whether a key sends what is written: Enter, but Shift+Enter makes a line. On a touch keyboard Enter makes a line, and
 * Ctrl+Enter or ⌘+Enter sends. An input method's Enter does neither.
 */
export function sends({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
  return ctrlKey || metaKey || !window.matchMedia("(pointer: coarse)").matches;
}
