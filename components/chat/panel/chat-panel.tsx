"use client";

import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { Chat } from "@/components/data/chats";
import { newestVisitorQuery } from "@/components/data/visitors";
import { useTranslations } from "@/components/i18n/words";
import { Visitors } from "@/components/public-chat/inbox/visitors";
import { Share } from "@/components/share/share";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/panel-tabs";
import { SidePanel } from "@/components/ui/side-panel";
import { Loading } from "@/components/ui/states";
import { useWide } from "@/components/ui/use-wide";
import { Members } from "./members";
import { ChatSettings } from "./settings";

const ChatDocuments = lazy(() =>
  import("./chat-documents").then((file) => ({ default: file.ChatDocuments })),
);

const Jobs = lazy(() => import("@/components/automation/jobs/jobs").then((file) => ({ default: file.Jobs })));
const Mails = lazy(() =>
  import("@/components/automation/inbound-mail/mails").then((file) => ({ default: file.Mails })),
);

const VisitorDetails = lazy(() =>
  import("@/components/public-chat/inbox/visitor-details").then((file) => ({
    default: file.VisitorDetails,
  })),
);

const panelTabs = [
  "visitor",
  "members",
  "visitors",
  "documents",
  "jobs",
  "mails",
  "settings",
  "share",
] as const;
export type PanelTab = (typeof panelTabs)[number];

function useTabs(chat: Chat): Partial<Record<PanelTab, string>> {
  const t = useTranslations("chatPanel");
  const takesMails = chat.email_integration_enabled && chat.email_address !== null;
  const held = chat.held_mails_count;
  const has: Partial<Record<PanelTab, boolean>> = {
    visitor: chat.is_visitor,
    visitors: useHasVisitors(chat),
    jobs: chat.scheduled_jobs_enabled,
    mails: takesMails,
  };
  const label = (tab: PanelTab) => (tab === "mails" && held > 0 ? t("mailsHeld", { count: held }) : t(tab));
  return Object.fromEntries(panelTabs.filter((tab) => has[tab] ?? true).map((tab) => [tab, label(tab)]));
}

// Returns true for public chats and for former ones that still have conversations with visitors.
function useHasVisitors(chat: Chat): boolean {
  const mayHave = !chat.is_public && chat.sub_chats_count > 0;
  const { data } = useQuery({ ...newestVisitorQuery(chat.uuid), enabled: mayHave });
  return chat.is_public || (mayHave && (data?.length ?? 0) > 0);
}

export function ChatPanel({ chat, tab, onClose }: { chat: Chat; tab: PanelTab; onClose: () => void }) {
  const t = useTranslations("chatPanel");
  const [shown, setShown] = useState(tab);
  // In the inbox the window must be wider, because the inbox list takes room too.
  const isWide = useWide(chat.is_visitor ? "80rem" : undefined);
  const tabs = useTabs(chat);
  const content = (
    <Tabs
      label={t("chat")}
      tabs={tabs as Record<PanelTab, string>}
      tab={shown in tabs ? shown : "members"}
      onTab={setShown}
    >
      {/* The tabs stay visible while the content of a tab is loaded. */}
      <Suspense fallback={<Loading label={t("loading")} className="h-40" />}>
        {shown === "visitor" && shown in tabs ? (
          <VisitorDetails chat={chat} />
        ) : shown === "share" ? (
          <Share chat={chat} />
        ) : shown === "documents" ? (
          <ChatDocuments chat={chat} />
        ) : shown === "jobs" && shown in tabs ? (
          <Jobs chat={chat} />
        ) : shown === "mails" && chat.email_address !== null && shown in tabs ? (
          <Mails chat={chat} address={chat.email_address} />
        ) : shown === "settings" ? (
          <ChatSettings chat={chat} />
        ) : shown === "visitors" && shown in tabs ? (
          <Visitors chat={chat} />
        ) : (
          <Members chat={chat} />
        )}
      </Suspense>
    </Tabs>
  );
  if (isWide)
    return (
      <SidePanel
        label={t("title")}
        close={t("close")}
        // In the inbox the panel opens automatically and must not take the focus from the list.
        focus={chat.is_visitor ? undefined : "[role=tab][aria-selected=true]"}
        className={chat.is_visitor ? "w-80" : "w-104"}
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
