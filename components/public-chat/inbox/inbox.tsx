"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import {
  type Inbox as Counts,
  conversationsQuery,
  type InboxFilter,
  inboxQuery,
} from "@/components/data/inbox";
import { usePeople } from "@/components/data/people";
import type { Visitor } from "@/components/data/visitors";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Options, Select } from "@/components/ui/field";
import { SearchField } from "@/components/ui/search-field";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { TabList } from "@/components/ui/tab-list";
import { useToast } from "@/components/ui/toast";
import { useDebounced } from "@/components/ui/use-debounced";
import { boxes } from "@/lib/channels/public-chats/operations";
import { numberFormat } from "@/lib/platform/words/translate";
import { ConversationRow } from "./conversation-row";
import { useChangeConversation } from "./use-change-conversation";
import { useInboxKeys } from "./use-inbox-keys";

const SnoozeDialog = lazy(() => import("./snooze-dialog").then((file) => ({ default: file.SnoozeDialog })));

type Box = InboxFilter["box"];
const NONE = {
  unassigned: "noneUnassigned",
  mine: "noneMine",
  all: "noneAll",
  closed: "noneClosed",
} as const;

export function Inbox({ children }: { children: ReactNode }) {
  const t = useTranslations("inbox");
  const staff = useTranslations("publicStaff");
  const path = usePathname();
  const { asked, typed, setTyped, search, box, chat, ask } = useInboxFilter();
  const list = useRef<HTMLElement>(null);
  const id = useId();
  const [snoozing, setSnoozing] = useState<string>();
  const { data: counts } = useQuery(inboxQuery);
  const open = path.startsWith("/inbox/") ? path.slice("/inbox/".length) : undefined;
  const filter: InboxFilter = { box, ...(chat && { public_chat_id: chat }), ...(search && { search }) };
  const results = useInfiniteQuery(conversationsQuery(filter));
  const conversations = results.data?.pages.flatMap((page) => page.conversations) ?? [];
  const { hasNextPage, fetchNextPage } = results;
  const act = useActions(conversations, setSnoozing);
  const tabs = useTabs(counts);
  // The open conversation has the page's h1.
  const Title = open ? "h2" : "h1";
  useInboxKeys({
    list,
    open,
    act,
    onEnd: useCallback(() => void (hasNextPage && fetchNextPage()), [hasNextPage, fetchNextPage]),
  });
  return (
    <div className="flex h-full min-h-0">
      <section
        ref={list}
        aria-label={t("title")}
        className={cx(
          "flex w-full flex-col border-e bg-page lg:w-72 lg:shrink-0 2xl:w-80",
          open && "max-lg:hidden",
        )}
      >
        <div className="flex flex-col gap-2 px-3 pt-3">
          <Title className="text-title">{t("title")}</Title>
          <SearchField label={staff("search")} value={typed} onChange={setTyped} className="w-full" />
          {(counts?.public_chats.length ?? 0) > 1 && (
            <ChatSelect chats={counts!.public_chats} chat={chat} onChat={(id) => ask({ chat: id })} />
          )}
          <TabList
            id={id}
            label={t("boxes")}
            tabs={tabs}
            tab={box}
            onTab={(next) => ask({ box: next })}
            className="flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] [scrollbar-width:none]"
            tabClassName="shrink-0 border-b-2 border-transparent px-1.5 py-2 text-sm whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink pointer-coarse:py-3"
          />
        </div>
        <div
          id={`${id}-content`}
          role="tabpanel"
          aria-labelledby={`${id}-${box}`}
          className="min-h-0 flex-1 overflow-y-auto px-2 py-2 text-sm"
        >
          <Conversations
            results={results}
            conversations={conversations}
            none={search || chat ? undefined : t(NONE[box])}
            hasChat={!chat && (counts?.public_chats.length ?? 0) > 1}
            open={open}
            query={asked.size > 0 ? `?${asked}` : ""}
          />
        </div>
      </section>
      <div className={cx("min-w-0 flex-1", !open && "max-lg:hidden")}>{children}</div>
      {snoozing && (
        <Suspense>
          <SnoozeDialog chat={snoozing} onClose={() => setSnoozing(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

// Keeps the filter in the address.
function useInboxFilter() {
  const asked = useSearchParams();
  const [typed, setTyped] = useState(asked.get("q") ?? "");
  const search = useDebounced(typed.trim());
  const box = boxes.find((each) => each === asked.get("box")) ?? "unassigned";
  const chat = Number(asked.get("chat")) || undefined;
  const ask = useCallback((change: Record<string, string | undefined>) => {
    const words = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(change)) value ? words.set(name, value) : words.delete(name);
    window.history.replaceState(null, "", `${window.location.pathname}${words.size > 0 ? `?${words}` : ""}`);
  }, []);
  useEffect(() => ask({ q: search }), [ask, search]);
  return { asked, typed, setTyped, search, box, chat, ask };
}

type ChatSelectProps = {
  chats: Counts["public_chats"];
  chat: number | undefined;
  onChat: (id: string | undefined) => void;
};

function ChatSelect({ chats, chat, onChat }: ChatSelectProps) {
  const t = useTranslations("inbox");
  const staff = useTranslations("publicStaff");
  return (
    <Select
      aria-label={staff("publicChat")}
      value={chat ?? ""}
      onChange={(event) => onChat(event.target.value || undefined)}
    >
      <option value="">{t("everyChat")}</option>
      <Options of={chats} />
    </Select>
  );
}

function useActions(conversations: Visitor[], snooze: (chat: string) => void) {
  const t = useTranslations("inbox");
  const { me } = usePeople();
  const toast = useToast();
  const change = useChangeConversation();
  const latest = useRef(conversations);
  latest.current = conversations;
  return useCallback(
    async (key: "a" | "c" | "s", chat: string) => {
      if (key === "s") return snooze(chat);
      if (key === "a") {
        if (await change(chat, { assigned_to: me.id })) toast(t("assignedToYou"));
        return;
      }
      const isClosed = latest.current.find((each) => each.chat_uuid === chat)?.status === "closed";
      const undo = { label: t("undo"), run: () => void change(chat, { is_closed: isClosed }) };
      if (await change(chat, { is_closed: !isClosed }))
        toast({ text: t(isClosed ? "wasReopened" : "wasClosed"), action: undo });
    },
    [change, snooze, toast, t, me.id],
  );
}

function useTabs(counts: Counts | undefined): Record<Box, string> {
  const t = useTranslations("inbox");
  const format = numberFormat(t.locale);
  const named = (box: Box, count = 0) =>
    count > 0 ? `${t(box)} ${count > 999 ? `${format.format(999)}+` : format.format(count)}` : t(box);
  return {
    unassigned: named("unassigned", counts?.unassigned),
    mine: named("mine", counts?.mine),
    all: named("all"),
    closed: named("closed"),
  };
}

function Conversations({
  results,
  conversations,
  none,
  hasChat,
  open,
  query,
}: {
  results: Pick<
    ReturnType<typeof useInfiniteQuery>,
    "error" | "data" | "refetch" | "fetchNextPage" | "hasNextPage" | "isFetchingNextPage"
  >;
  conversations: Visitor[];
  none: string | undefined;
  hasChat: boolean;
  open: string | undefined;
  query: string;
}) {
  const t = useTranslations("publicStaff");
  const inbox = useTranslations("inbox");
  const problem = useProblem();
  if (results.error && !results.data)
    return (
      <ErrorState
        what={t("conversationsFailed")}
        reason={problem(results.error)}
        retry={() => void results.refetch()}
      />
    );
  if (!results.data) return <Loading label={t("loadingConversations")} className="h-40" />;
  if (conversations.length === 0)
    return (
      <EmptyState title={none ?? t("noMatches")}>{none ? inbox("noneHelp") : t("changeSearch")}</EmptyState>
    );
  return (
    <>
      <ul aria-label={t("conversationsLabel")} className="flex flex-col">
        {conversations.map((visitor) => (
          <ConversationRow
            key={visitor.chat_id}
            visitor={visitor}
            href={`/inbox/${visitor.chat_uuid}${query}`}
            isOpen={visitor.chat_uuid === open}
            hasChat={hasChat}
          />
        ))}
      </ul>
      {results.hasNextPage && (
        <Button
          size="small"
          className="m-2"
          busy={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}
        >
          {t("showMore")}
        </Button>
      )}
    </>
  );
}
