"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { cx } from "@/components/ui/class-names";
import { getDraggedChat, isChatDrag } from "./dragging";

/** Drop target for chats. Menus provide the same action for keyboard and touch. */
export function DropTarget({
  onDrop,
  className,
  over = "outline-2 outline-accent -outline-offset-2",
  children,
  ...rest
}: Omit<ComponentProps<"div">, "onDrop"> & {
  onDrop: ((uuid: string) => void) | undefined;
  over?: string;
  children: ReactNode;
}) {
  const [isOver, setIsOver] = useState(false);
  if (!onDrop)
    return (
      <div className={className} {...rest}>
        {children}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of three ways to move a chat
    <div
      className={cx("rounded-lg", className, isOver && over)}
      onDragOver={(event) => {
        if (!isChatDrag(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        if (!isChatDrag(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        onDrop(getDraggedChat(event));
      }}
      {...rest}
    >
      {children}
    </div>
  );
}
