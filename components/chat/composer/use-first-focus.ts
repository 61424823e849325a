import { type RefObject, useLayoutEffect } from "react";

// Set for a moment after a focused composer unmounts, so that the one replacing it takes the focus, including the
// touch keyboard.
let isHandedOn = false;

export function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const own = field.current;
    // Not on touch screens, where the keyboard would cover the page.
    if (isHandedOn || window.matchMedia("(pointer: fine)").matches) own?.focus();
    return () => {
      if (own !== document.activeElement) return;
      isHandedOn = true;
      queueMicrotask(() => {
        isHandedOn = false;
      });
    };
  }, [field]);
}
