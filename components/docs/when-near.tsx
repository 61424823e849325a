"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** So far outside of the window is near. */
const MARGIN = "1200px";

/** What is called for a place that comes near. */
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * What it holds is made once the reader comes near: a page of thousands of rows
 * is there at once. Until then it stands in `noscript`, which is one piece of
 * text to a browser with scripts and the whole to one without.
 * @param height About how much room it takes, in px
 */
export function WhenNear({ height, children }: { height: number; children: ReactNode }) {
  const [isNear, setNear] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (isNear || !current) return;
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
      },
      { rootMargin: MARGIN },
    );
    waiting.set(current, () => setNear(true));
    observer.observe(current);
    return () => {
      waiting.delete(current);
      observer?.unobserve(current);
    };
  }, [isNear]);
  return (
    <div
      ref={place}
      style={{ "--height": `${height}px` } as React.CSSProperties}
      className={isNear ? undefined : "min-h-(--height) noscript:min-h-0"}
    >
      {isNear ? children : <noscript>{children}</noscript>}
    </div>
  );
}
