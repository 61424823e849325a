"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";

/** Within so many pixels of its end a thread counts as read to the end. */
const NEAR = 80;

/**
 * A thread that grows at its end. The scroller is a reversed column: its end is
 * position 0, so it opens at the end before any script runs and stays there
 * while text arrives. Only what is read further up has to be held still, in
 * browsers that do not do so themselves.
 */
export function useScroll(scroller: RefObject<HTMLElement | null>, onNearStart: () => void) {
  const [isAtEnd, setIsAtEnd] = useState(true);

  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const look = () => {
      setIsAtEnd(element.scrollTop > -NEAR);
      const above = element.scrollHeight - element.clientHeight + element.scrollTop;
      if (above < 600) onNearStart();
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller, onNearStart]);

  const toEnd = useCallback(() => scroller.current?.scrollTo({ top: 0, behavior: "instant" }), [scroller]);
  return { isAtEnd, toEnd };
}
