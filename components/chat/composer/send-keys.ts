import { type KeyboardEvent, useCallback } from "react";
import { usePeople } from "@/components/data/people";

/**
 * Returns a function that tells whether a key event sends the message: by the person's choice Enter without Shift, or
 * Ctrl+Enter or ⌘+Enter, which touch keyboards always need. Enter during IME composition never does.
 */
export function useIsSendKey() {
  const { me } = usePeople();
  return useCallback(
    ({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent): boolean => {
      if (key !== "Enter" || shiftKey || nativeEvent.isComposing) return false;
      const isEnterEnough = me.sendKey === "enter" && !window.matchMedia("(pointer: coarse)").matches;
      return ctrlKey || metaKey || isEnterEnough;
    },
    [me.sendKey],
  );
}
