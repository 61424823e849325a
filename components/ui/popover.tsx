"use client";

import { type KeyboardEventHandler, type ReactNode, useLayoutEffect, useRef } from "react";

// On screens of this width the popover opens beside its button, where there is more room, on narrower ones as a bottom sheet.
const POPOVER_MEDIA_QUERY = "(min-width: 40rem)";
const EDGE = 8;
const GAP = 4;

export function Popover({
  label,
  anchor,
  onClose,
  onKeyDown,
  children,
}: {
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const popover = element.current!;
    const place = () => {
      const hasRoom = window.matchMedia(POPOVER_MEDIA_QUERY).matches;
      const { left, top, bottom } = anchor.getBoundingClientRect();
      const furthest = window.innerWidth - popover.offsetWidth - EDGE;
      const below = window.innerHeight - bottom;
      const isAbove = top > below;
      Object.assign(popover.style, {
        left: hasRoom ? `${Math.max(EDGE, Math.min(left, furthest))}px` : "",
        top: hasRoom ? (isAbove ? "auto" : `${bottom + GAP}px`) : "",
        bottom: hasRoom ? (isAbove ? `${below + GAP}px` : "auto") : "",
        maxHeight: hasRoom ? `${Math.max(top, below) - GAP - EDGE}px` : "",
      });
    };
    popover.showModal();
    place();
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("resize", place);
      popover.close();
      anchor.focus();
    };
  }, [anchor]);

  return (
    <dialog
      ref={element}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === element.current && onClose()}
      onKeyDown={onKeyDown}
      className="appear fixed m-0 w-96 max-w-[calc(100vw-1rem)] overflow-hidden rounded-xl border bg-raised p-0 text-sm text-ink shadow-float open:flex max-sm:top-auto max-sm:bottom-0 max-sm:start-0 max-sm:max-h-[80dvh] max-sm:w-full max-sm:max-w-full max-sm:rounded-b-none sm:backdrop:bg-transparent"
    >
      {/* Fills the dialog, so that clicks on the dialog element itself are clicks on the backdrop. */}
      <div className="flex min-h-0 w-full flex-col">{children}</div>
    </dialog>
  );
}
