"use client";

import { type RefObject, useCallback, useEffect, useState } from "react";

// A thread within this many pixels of its end counts as scrolled to the end.
const NEAR = 80;

/**
 * Observes the scroll position of a thread. The scroller is a reversed column whose end is position 0, so it opens at
 * the end before any script runs and stays there while text arrives.
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
