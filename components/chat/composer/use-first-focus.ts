import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from "react";

// Set for a moment after a focused composer unmounts, so that the one replacing it takes the focus, including the
// touch keyboard.
let isHandedOn = false;

export function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const isHydrating = useRef(useIsHydrating());
  useLayoutEffect(() => {
    const own = field.current;
    // Until the page is hydrated someone may have focused another element.
    const isElsewhere = isHydrating.current && document.activeElement !== document.body;
    isHydrating.current = false;
    // Not on touch screens, where the keyboard would cover the page.
    if (!isElsewhere && (isHandedOn || window.matchMedia("(pointer: fine)").matches)) own?.focus();
    return () => {
      if (own !== document.activeElement) return;
      isHandedOn = true;
      queueMicrotask(() => {
        isHandedOn = false;
      });
    };
  }, [field]);
}

const useIsHydrating = () =>
  useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
