"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Chat } from "@/components/chat/thread-data";
import { visitorsQuery } from "@/components/public-staff/data";
import { Visitors } from "@/components/public-staff/visitors";
import { Share } from "@/components/share/share";
import { Beside } from "@/components/ui/beside";
import { Dialog } from "@/components/ui/dialog";
import { Loading } from "@/components/ui/states";
import { useWide } from "@/components/ui/use-wide";
import { Members } from "./members";
import { ChatSettings } from "./settings";
import { Tabs } from "./tabs";

const ChatDocuments = lazy(() =>
  import("@/components/documents/chat-documents").then((file) => ({ default: file.ChatDocuments })),
);

const usual = { members: "Members", documents: "Documents", settings: "Settings", share: "Share" };
const ofPublic = {
  members: "Members",
  visitors: "Visitors",
  documents: "Documents",
  settings: "Settings",
  share: "Share",
};
export type PanelTab = keyof typeof ofPublic;

/** Once a chat was public, those who wrote then stay to be read. */
function useHasVisitors(chat: Chat): boolean {
  const mayHave = !chat.is_public && chat.sub_chats_count > 0;
  const { data } = useInfiniteQuery({ ...visitorsQuery(chat.uuid, {}), enabled: mayHave });
  return chat.is_public || (mayHave && (data?.pages[0]?.length ?? 0) > 0);
}

/** Who is in a chat and how it is set: beside the thread where there is room, else above it. */
export function ChatPanel({ chat, tab, onClose }: { chat: Chat; tab: PanelTab; onClose: () => void }) {
  const [shown, setShown] = useState(tab);
  const isWide = useWide();
  const tabs: Partial<Record<PanelTab, string>> = useHasVisitors(chat) ? ofPublic : usual;
  const content = (
    <Tabs
      label="Chat"
      tabs={tabs as typeof ofPublic}
      tab={shown in tabs ? shown : "members"}
      onTab={setShown}
    >
      {shown === "share" ? (
        <Share chat={chat} />
      ) : shown === "documents" ? (
        <Suspense fallback={<Loading label="Loading the documents" className="h-40" />}>
          <ChatDocuments chat={chat} />
        </Suspense>
      ) : shown === "settings" ? (
        <ChatSettings chat={chat} />
      ) : shown === "visitors" && shown in tabs ? (
        <Visitors chat={chat.uuid} />
      ) : (
        <Members chat={chat} />
      )}
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
