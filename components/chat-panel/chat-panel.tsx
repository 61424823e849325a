"use client";

import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { Chat } from "@/components/chat/thread-data";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Members } from "./members";
import { ChatSettings } from "./settings";
import { Tabs } from "./tabs";
import { useWide } from "./use-wide";

const tabs = { members: "Members", settings: "Settings" };
export type PanelTab = keyof typeof tabs;

/** Who is in a chat and how it is set: beside the thread where there is room, else above it. */
export function ChatPanel({ chat, tab, onClose }: { chat: Chat; tab: PanelTab; onClose: () => void }) {
  const [shown, setShown] = useState(tab);
  const isWide = useWide();
  const content = (
    <Tabs label="Chat" tabs={tabs} tab={shown} onTab={setShown}>
      {shown === "members" ? <Members chat={chat} /> : <ChatSettings chat={chat} />}
    </Tabs>
  );
  if (isWide) return <Beside onClose={onClose}>{content}</Beside>;
  return (
    <Dialog open onClose={onClose} title={chat.name}>
      {content}
    </Dialog>
  );
}

function Beside({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    section.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
    return () => {
      // Whoever has gone on elsewhere is left there.
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section
      ref={section}
      aria-label="Members and settings"
      onKeyDown={(event) => {
        // A dialog that is open in the panel closes first.
        if (event.key === "Escape" && !document.querySelector("dialog[open]")) onClose();
      }}
      className="relative h-full w-96 shrink-0 overflow-y-auto border-l bg-surface px-5 py-2.5 text-sm"
    >
      <IconButton label="Close the panel" onClick={onClose} className="absolute top-2.5 right-3">
        <X aria-hidden />
      </IconButton>
      {children}
    </section>
  );
}
