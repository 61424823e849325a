"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Chat } from "@/components/data/chats";
import { visitorsQuery } from "@/components/data/visitors";
import { Visitors } from "@/components/public-staff/visitors";
import { Share } from "@/components/share/share";
import { Dialog } from "@/components/ui/dialog";
import { lazy } from "@/components/ui/lazy";
import { SidePanel } from "@/components/ui/side-panel";
import { Loading } from "@/components/ui/states";
import { useWide } from "@/components/ui/use-wide";
import { Members } from "./members";
import { ChatSettings } from "./settings";
import { Tabs } from "./tabs";

const ChatDocuments = lazy(() =>
  import("@/components/documents/chat-documents").then((file) => ({ default: file.ChatDocuments })),
);

const Jobs = lazy(() => import("@/components/jobs/jobs").then((file) => ({ default: file.Jobs })));
const Mails = lazy(() => import("@/components/inbound-mail/mails").then((file) => ({ default: file.Mails })));

const names = {
  members: "Members",
  visitors: "Visitors",
  documents: "Documents",
  jobs: "Jobs",
  mails: "E-mail",
  settings: "Settings",
  share: "Share",
};
export type PanelTab = keyof typeof names;

/** The tabs of what this chat has. */
function useTabs(chat: Chat): Partial<Record<PanelTab, string>> {
  const takesMails = chat.email_integration_enabled && chat.email_address !== null;
  const held = chat.held_mails_count;
  const has: Partial<Record<PanelTab, boolean>> = {
    visitors: useHasVisitors(chat),
    jobs: chat.scheduled_jobs_enabled,
    mails: takesMails,
  };
  const labels = { ...names, ...(held > 0 && { mails: `E-mail (${held})` }) };
  return Object.fromEntries(Object.entries(labels).filter(([tab]) => has[tab as PanelTab] ?? true));
}

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
  const tabs = useTabs(chat);
  const content = (
    <Tabs
      label="Chat"
      tabs={tabs as Record<PanelTab, string>}
      tab={shown in tabs ? shown : "members"}
      onTab={setShown}
    >
      {shown === "share" ? (
        <Share chat={chat} />
      ) : shown === "documents" ? (
        <Suspense fallback={<Loading label="Loading the documents" className="h-40" />}>
          <ChatDocuments chat={chat} />
        </Suspense>
      ) : shown === "jobs" && shown in tabs ? (
        <Suspense fallback={<Loading label="Loading the jobs" className="h-40" />}>
          <Jobs chat={chat} />
        </Suspense>
      ) : shown === "mails" && chat.email_address !== null && shown in tabs ? (
        <Suspense fallback={<Loading label="Loading the mails" className="h-40" />}>
          <Mails chat={chat} address={chat.email_address} />
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
      <SidePanel
        label="Members and settings"
        close="Close the panel"
        focus="[role=tab][aria-selected=true]"
        className="w-104"
        onClose={onClose}
      >
        {content}
      </SidePanel>
    );
  return (
    <Dialog open onClose={onClose} title={chat.name}>
      {content}
    </Dialog>
  );
}
