import { type RefObject, useLayoutEffect, useRef } from "react";
import { useIsHydrating } from "@/components/ui/use-is-hydrating";

// True for one microtask after a focused composer unmounts, so that a composer that replaces it takes the focus and
// the touch keyboard stays open.
let isHandedOn = false;

export function useFirstFocus(field: RefObject<HTMLTextAreaElement | null>): void {
  const isHydrating = useRef(useIsHydrating());
  useLayoutEffect(() => {
    const own = field.current;
    // The user may have focused another element before hydration.
    const isElsewhere = isHydrating.current && document.activeElement !== document.body;
    isHydrating.current = false;
    // Touch screens focus only a replaced composer, because their keyboard would cover the page.
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
