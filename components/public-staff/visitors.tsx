"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useDeferredValue, useState } from "react";
import { type Filter, type Visitor, visitorsQuery } from "@/components/data/visitors";
import { plain } from "@/components/markdown/plain";
import { Button } from "@/components/ui/button";
import { Input, Switch } from "@/components/ui/field";
import { Badge, EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useProblem } from "@/components/words/problem";
import { useWords } from "@/components/words/words";
import { useMoments } from "@/components/workspace/time";
import { languageName } from "./language-name";
import { Usage } from "./usage";

/** Those who talk to a public chat: what they say and what the team has not read. */
export function Visitors({ chat }: { chat: string }) {
  const t = useWords("publicStaff");
  const [search, setSearch] = useState("");
  const [onlyUnread, setOnlyUnread] = useState(false);
  const asked = useDeferredValue(search.trim());
  const filter: Filter = { ...(asked && { search: asked }), ...(onlyUnread && { only_unread: true }) };
  return (
    <div className="flex flex-col gap-4">
      <Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={search}
        maxLength={200}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="flex items-center gap-3">
        <Switch checked={onlyUnread} onChange={setOnlyUnread} aria-labelledby="only-unread-visitors" />
        <span id="only-unread-visitors">{t("unreadOnly")}</span>
      </div>
      <Conversations chat={chat} filter={filter} />
      <Usage chat={chat} />
    </div>
  );
}

function Conversations({ chat, filter }: { chat: string; filter: Filter }) {
  const t = useWords("publicStaff");
  const problem = useProblem();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    visitorsQuery(chat, filter),
  );
  if (error && !data)
    return (
      <ErrorState what={t("conversationsFailed")} reason={problem(error)} retry={() => void refetch()} />
    );
  if (!data) return <Loading label={t("loadingConversations")} className="h-40" />;
  const visitors = data.pages.flat();
  if (visitors.length === 0 && Object.keys(filter).length > 0)
    return <EmptyState title={t("noMatches")}>{t("changeSearch")}</EmptyState>;
  if (visitors.length === 0)
    return <EmptyState title={t("noConversations")}>{t("noConversationsHelp")}</EmptyState>;
  return (
    <>
      <ul aria-label={t("conversationsLabel")} className="-mx-2 flex flex-col">
        {visitors.map((visitor) => (
          <Row key={visitor.chat_id} visitor={visitor} isOpen={visitor.chat_uuid === chat} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </>
  );
}

function Row({ visitor, isOpen }: { visitor: Visitor; isOpen: boolean }) {
  const t = useWords("publicStaff");
  const moments = useMoments();
  const { last_message: last, unread_count: unread, page, language } = visitor;
  const at = last?.created_at ?? visitor.started_at;
  const from = [page && withoutProtocol(page), language && languageName(t.locale, language)].filter(Boolean);
  return (
    <li>
      <Link
        href={`/chats/${visitor.chat_uuid}`}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        className="flex flex-col gap-0.5 rounded-lg px-2 py-2 hover:bg-hover aria-[current]:bg-hover"
      >
        <span className="flex items-baseline gap-2">
          <span className={unread > 0 ? "min-w-0 truncate font-semibold" : "min-w-0 truncate font-medium"}>
            {visitor.name}
          </span>
          <time
            dateTime={at}
            title={moments.fullTime(at)}
            className="ms-auto shrink-0 text-xs whitespace-nowrap text-muted"
          >
            {moments.latest(at)}
          </time>
        </span>
        <span className="flex items-center gap-2 text-muted">
          <span className="min-w-0 truncate">
            {last && t(said[last.user_type], { text: plain(last.message, 120) })}
          </span>
          {unread > 0 && (
            <span className="ms-auto shrink-0">
              <Badge tone="accent">
                {t.rich("unreadCount", {
                  count: unread,
                  hidden: (text) => <span className="sr-only">{text}</span>,
                })}
              </Badge>
            </span>
          )}
        </span>
        {(from.length > 0 || visitor.is_blocked || visitor.is_taken_over) && (
          <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
            <span className="min-w-0 truncate">{from.join(" · ")}</span>
            {visitor.is_taken_over && <Badge>{t("takenOver")}</Badge>}
            {visitor.is_blocked && <Badge tone="danger">{t("blocked")}</Badge>}
          </span>
        )}
      </Link>
    </li>
  );
}

const said = {
  guest: "visitorSaid",
  assistant: "assistantSaid",
  user: "teamSaid",
  system: "noteSaid",
} as const;
const withoutProtocol = (page: string) => page.replace(/^https?:\/\//, "");
