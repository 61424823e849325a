"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { anchorScroll } from "@/components/ui/anchor-scroll";
import type { Turn } from "@/lib/platform/thread/order";

// Distance from the viewport, in pixels, within which messages stay rendered.
const RENDERED_MARGIN_PX = 2000;

/**
 * Virtualized block of a long thread: outside the viewport it is replaced by a space of the same height, unless it is
 * busy.
 */
export function VirtualizedBlock({
  name,
  isBusy,
  space,
  children,
}: {
  name: number;
  isBusy: boolean;
  /** Initial height in pixels while not rendered; undefined renders the messages first. */
  space: number | undefined;
  children: () => ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(space);
  useEffect(() => {
    if (isBusy) return setHeight(undefined);
    const own = element.current!;
    const scroller = own.closest<HTMLElement>("[role=log]")!;
    const show = () => {
      if (own.hasChildNodes()) return;
      const restore = anchorScroll(scroller);
      // Restores the position, because the height was estimated and browsers don't anchor changes during a scroll.
      flushSync(() => setHeight(undefined));
      restore();
    };
    const watch = new IntersectionObserver(
      // A busy page delivers several changes together; the last one is current.
      (changes) => {
        const { isIntersecting, boundingClientRect } = changes.at(-1)!;
        if (isIntersecting) show();
        else setHeight(boundingClientRect.height || undefined);
      },
      { root: scroller, rootMargin: `${RENDERED_MARGIN_PX}px 0px` },
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

/** Returns the key of the block that contains a turn, by the id of its first message. */
export const toBlockKey = (id: number) => Math.floor(id / 64);

/** Groups turns into blocks whose bounds don't change when turns are prepended or appended. */
export function groupIntoBlocks<T extends { id: number }>(
  turns: Turn<T>[],
): { key: number; turns: Turn<T>[] }[] {
  const stretches: { key: number; turns: Turn<T>[] }[] = [];
  for (const turn of turns) {
    const key = toBlockKey(turn.message.id);
    const last = stretches.at(-1);
    if (last?.key === key) last.turns.push(turn);
    else stretches.push({ key, turns: [turn] });
  }
  return stretches;
}

/** Estimates the height, in pixels, of turns that were never rendered: a fixed part per message plus its lines. */
export const estimateHeight = (turns: Turn<{ message: string }>[]): number =>
  turns
    .flatMap(({ message, replies }) => [message, ...replies])
    .reduce((height, { message }) => height + 80 + 26 * Math.ceil(message.length / 80), 0);
