import type { KeyboardEvent } from "react";

/**
 * Returns true if a key event sends the message: Enter without Shift or, on touch keyboards, Ctrl+Enter or ⌘+Enter.
 * Enter during IME composition never does.
 */
export function isSendKey({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean {
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
  return ctrlKey || metaKey || !window.matchMedia("(pointer: coarse)").matches;
}
