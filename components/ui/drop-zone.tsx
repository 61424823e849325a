"use client";

import { type DragEvent, type ReactNode, useRef, useState } from "react";

export function DropZone({
  onDrop,
  says,
  children,
}: {
  onDrop: (files: File[]) => unknown;
  says: string;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  // Counts nested enter and leave events, which also fire when the pointer moves between children.
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const move = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current += by;
    setIsOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the composer does the same for keyboards
    <div
      className="relative flex h-full min-h-0 min-w-0 flex-1 flex-col"
      onDragEnter={move(1)}
      onDragLeave={move(-1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setIsOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-accent bg-page/85 text-lg font-medium text-accent">
          {says}
        </div>
      )}
    </div>
  );
}
