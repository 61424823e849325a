"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

/** So far out of sight, in pixels, messages are kept. */
const KEPT = 2000;

/** A stretch of a long thread: far out of sight it is an empty space of the same height. */
export function Stretch({ name, children }: { name: number; children: () => ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const own = element.current!;
    const watch = new IntersectionObserver(
      ([entry]) =>
        setHeight(entry!.isIntersecting ? undefined : entry!.boundingClientRect.height || undefined),
      { root: own.closest("[role=log]"), rootMargin: `${KEPT}px 0px` },
    );
    watch.observe(own);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={element} data-stretch={name} style={{ height }}>
      {height === undefined && children()}
    </div>
  );
}

/** The key of the stretch that an item belongs to. */
export const stretchOf = (id: number) => Math.floor(id / 64);

/** Items in stretches whose bounds stay where they are when others come before or after. */
export function stretchesOf<T extends { id: number }>(items: T[]): { key: number; items: T[] }[] {
  const stretches: { key: number; items: T[] }[] = [];
  for (const item of items) {
    const key = stretchOf(item.id);
    const last = stretches.at(-1);
    if (last?.key === key) last.items.push(item);
    else stretches.push({ key, items: [item] });
  }
  return stretches;
}
