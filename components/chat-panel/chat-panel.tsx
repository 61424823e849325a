"use client";

import { useState } from "react";
import type { Chat } from "@/components/chat/thread-data";
import { Beside } from "@/components/ui/beside";
import { Dialog } from "@/components/ui/dialog";
import { useWide } from "@/components/ui/use-wide";
import { Members } from "./members";
import { ChatSettings } from "./settings";
import { Tabs } from "./tabs";

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
  if (isWide)
    return (
      <Beside
        label="Members and settings"
        close="Close the panel"
        focus="[role=tab][aria-selected=true]"
        className="w-96"
        onClose={onClose}
      >
        {content}
      </Beside>
    );
  return (
    <Dialog open onClose={onClose} title={chat.name}>
      {content}
    </Dialog>
  );
}
