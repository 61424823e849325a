"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Turn } from "@/lib/platform/thread/order";

/** So far out of sight, in pixels, messages are kept. */
const KEPT = 2000;

/** A stretch of a long thread: far out of sight it is an empty space of the same height, unless something goes on in it. */
export function Stretch({
  name,
  isBusy,
  space,
  children,
}: {
  name: number;
  isBusy: boolean;
  /** The height, in pixels, that it begins with as an empty space; without one it begins with its messages. */
  space: number | undefined;
  children: () => ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(space);
  useEffect(() => {
    if (isBusy) return setHeight(undefined);
    const own = element.current!;
    const watch = new IntersectionObserver(
      // A busy page hears of several changes at once, the last one last.
      (changes) => {
        const { isIntersecting, boundingClientRect } = changes.at(-1)!;
        setHeight(isIntersecting ? undefined : boundingClientRect.height || undefined);
      },
      { root: own.closest("[role=log]"), rootMargin: `${KEPT}px 0px` },
    );
    watch.observe(own);
    return () => watch.disconnect();
  }, [isBusy]);
  return (
    <div ref={element} data-stretch={name} style={isBusy ? undefined : { height }}>
      {(isBusy || height === undefined) && children()}
    </div>
  );
}

/** The key of the stretch of a turn, by the id that it begins with. */
export const stretchOf = (id: number) => Math.floor(id / 64);

/** Turns in stretches whose bounds stay where they are when others come before or after. */
export function stretchesOf<T extends { id: number }>(turns: Turn<T>[]): { key: number; turns: Turn<T>[] }[] {
  const stretches: { key: number; turns: Turn<T>[] }[] = [];
  for (const turn of turns) {
    const key = stretchOf(turn.message.id);
    const last = stretches.at(-1);
    if (last?.key === key) last.turns.push(turn);
    else stretches.push({ key, turns: [turn] });
  }
  return stretches;
}

/** About the height, in pixels, of turns that were not rendered yet: what stands around a message, and its lines. */
export const spaceOf = (turns: Turn<{ message: string }>[]): number =>
  turns
    .flatMap(({ message, replies }) => [message, ...replies])
    .reduce((height, { message }) => height + 80 + 26 * Math.ceil(message.length / 80), 0);
