"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";

type DropZoneProps = {
  onDrop: ((files: File[]) => unknown) | undefined;
  says: string;
  /** Takes files that are dropped anywhere in the window. */
  isWindow?: boolean;
  children: ReactNode;
};

export function DropZone({ onDrop, says, isWindow = false, children }: DropZoneProps) {
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles(zone, isWindow, onDrop);
  return (
    <div ref={zone} className="relative flex h-full min-h-0 min-w-0 flex-1 flex-col">
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-page/85 text-lg font-medium text-accent">
          {says}
        </div>
      )}
    </div>
  );
}

// Returns whether files are dragged over the zone. Inner zones take files first.
function useDroppedFiles(
  zone: React.RefObject<HTMLElement | null>,
  isWindow: boolean,
  onDrop: DropZoneProps["onDrop"],
): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => {
    const own = isWindow ? window : zone.current!;
    // Counts nested enter and leave events, which also fire when the pointer moves between children.
    let depth = 0;
    const on = (act: (event: DragEvent) => void) => (event: Event) => {
      const { dataTransfer, target } = event as DragEvent;
      if (!dataTransfer?.types.includes("Files")) return;
      if (isWindow && document.querySelector("dialog[open]")) {
        // Otherwise the browser would open the file instead of the page.
        if (!(target instanceof HTMLInputElement && target.type === "file")) event.preventDefault();
        return;
      }
      // A zone around this one takes nothing.
      event.stopPropagation();
      if (!drop.current) {
        event.preventDefault();
        (event as DragEvent).dataTransfer!.dropEffect = "none";
        return;
      }
      act(event as DragEvent);
    };
    const move = (by: number) =>
      on(() => {
        depth = Math.max(0, depth + by);
        setIsOver(depth > 0);
      });
    const listeners = {
      dragenter: move(1),
      dragleave: move(-1),
      dragover: on((event) => event.preventDefault()),
      drop: on((event) => {
        event.preventDefault();
        depth = 0;
        setIsOver(false);
        drop.current?.([...event.dataTransfer!.files]);
      }),
    };
    for (const [name, listener] of Object.entries(listeners)) own.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) own.removeEventListener(name, listener);
    };
  }, [zone, isWindow]);
  return isOver;
}
