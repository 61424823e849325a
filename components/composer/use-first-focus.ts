import { type RefObject, useLayoutEffect } from "react";

/** A composer that had the focus has just gone: the one in its place goes on, also below a touch keyboard. */
let isHandedOn = false;

/** Gives a composer the focus as it appears, before the next key is read. */
export function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const own = field.current;
    // On a touch screen that would open the keyboard over the page.
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
