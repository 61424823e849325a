"use client";

import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef } from "react";
import type { Chat } from "@/components/chat/thread-data";
import { useWide } from "@/components/chat-panel/use-wide";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { CanvasEditor } from "./canvas-editor";

/** The text that belongs to a chat: beside the thread where there is room, else on the whole screen. */
export function CanvasPane({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const isWide = useWide();
  if (isWide)
    return (
      <Beside onClose={onClose}>
        <CanvasEditor key={chat.uuid} chat={chat} />
      </Beside>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Canvas"
      className="m-0 h-dvh max-h-none w-dvw max-w-none rounded-none border-0"
    >
      <CanvasEditor key={chat.uuid} chat={chat} />
    </Dialog>
  );
}

function Beside({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section
      ref={section}
      aria-label="Canvas"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !document.querySelector("dialog[open]")) onClose();
      }}
      className="relative h-full w-[min(44rem,50%)] shrink-0 overflow-y-auto border-l bg-surface px-5 py-2.5 text-sm"
    >
      <IconButton label="Close the canvas" onClick={onClose} className="absolute top-2.5 right-3">
        <X aria-hidden />
      </IconButton>
      {children}
    </section>
  );
}
