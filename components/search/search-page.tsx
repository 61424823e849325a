"use client";

import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { type FoundItem, type FoundKind, searchQuery, searchStateQuery } from "@/components/data/search";
import { useProblem } from "@/components/i18n/problem";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { useDebounced } from "@/components/ui/use-debounced";
import { kinds } from "./found";
import { Result } from "./result";

type SearchedChat = { uuid: string; name: string };

export function SearchPage({ chat: named }: { chat: SearchedChat | undefined }) {
  const t = useTranslations("search");
  const filter = useSearchFilter(named);
  const { typed, setTyped, query, kind, setKind, chat, setChat } = filter;
  const results = useInfiniteQuery(searchQuery(query, kind, chat?.uuid));
  useQueryInAddress(filter);
  const { data, error, isFetching, isPlaceholderData } = results;
  const items = query === "" ? [] : (data?.pages.flat() ?? []);
  const isWaiting = query !== "" && (isPlaceholderData || (isFetching && !data));
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-3xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <h1 className="text-title">{t("title")}</h1>
        <search className="mt-4 flex flex-col gap-3">
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-3.5 start-3.5 size-4 text-muted"
              aria-hidden
            />
            <input
              type="search"
              // biome-ignore lint/a11y/noAutofocus: the search field is the purpose of this page
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-label={t("field")}
              placeholder={t("field")}
              maxLength={4000}
              className="h-11 w-full rounded-xl border border-line-strong bg-surface pe-3 ps-10"
            />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Choice name={t("all")} isChosen={!kind} onChoose={() => setKind(undefined)} />
            {kinds.map((each) => (
              <Choice key={each} name={t(each)} isChosen={kind === each} onChoose={() => setKind(each)} />
            ))}
            {chat && (
              <Button
                size="small"
                aria-label={t("leaveChat", { name: chat.name })}
                onClick={() => setChat(undefined)}
                className="ms-auto max-w-full"
              >
                <span className="truncate">{t("inChat", { name: chat.name })}</span>
                <X className="size-4 shrink-0" aria-hidden />
              </Button>
            )}
          </div>
        </search>
        <p role="status" className="sr-only">
          {isWaiting ? t("searching") : query && !error ? t("results", { count: items.length }) : ""}
        </p>
        <Shortcomings query={query} />
        <Results {...{ results, items, isWaiting, filter }} />
      </div>
    </div>
  );
}

function useSearchFilter(named: SearchedChat | undefined) {
  // Read from the address rather than the server, so that going back restores the page.
  const address = useSearchParams();
  const [typed, setTyped] = useState(address.get("q") ?? "");
  const query = useDebounced(typed.trim());
  const [kind, setKind] = useState(kinds.find((each) => each === address.get("kind")));
  const [chat, setChat] = useState(address.get("chat") === named?.uuid ? named : undefined);
  return { typed, setTyped, query, kind, setKind, chat, setChat };
}
type SearchFilter = ReturnType<typeof useSearchFilter>;

function useQueryInAddress({ query, kind, chat }: SearchFilter): void {
  useEffect(() => {
    const words = new URLSearchParams({
      ...(query && { q: query }),
      ...(kind && { kind }),
      ...(chat && { chat: chat.uuid }),
    });
    window.history.replaceState(null, "", words.size > 0 ? `/search?${words}` : "/search");
  }, [query, kind, chat]);
}

type ResultsProps = {
  results: Pick<UseInfiniteQueryResult, "error" | "refetch" | "isFetching" | "hasNextPage" | "fetchNextPage">;
  items: FoundItem[];
  isWaiting: boolean;
  filter: SearchFilter;
};

function Results({ results, items, isWaiting, filter }: ResultsProps) {
  const t = useTranslations("search");
  const problem = useProblem();
  const { error, refetch, isFetching, hasNextPage, fetchNextPage } = results;
  const { query, kind, setKind } = filter;
  if (error && !isWaiting)
    return <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />;
  if (isWaiting && items.length === 0)
    return <Loading label={t("searching")} className="mt-6 h-40 rounded-xl" />;
  if (query === "")
    return (
      <EmptyState title={t("start")} icon={<Search aria-hidden />}>
        {t("startHelp")}
      </EmptyState>
    );
  if (items.length === 0) return <NoMatch filter={filter} />;
  return (
    <div aria-busy={isWaiting} className="mt-6 flex flex-col gap-6">
      {kinds.map((each) => (
        <Section
          key={each}
          kind={each}
          items={items.filter((item) => item.kind === each)}
          onAll={kind ? undefined : () => setKind(each)}
        />
      ))}
      {hasNextPage && (
        <Button disabled={isFetching} onClick={() => void fetchNextPage()} className="self-center">
          {isFetching ? t("searchingMore") : t("showMore")}
        </Button>
      )}
    </div>
  );
}

function NoMatch({ filter: { query, kind, setKind, chat, setChat } }: { filter: SearchFilter }) {
  const t = useTranslations("search");
  return (
    <EmptyState
      title={t("noMatch", { query: query.slice(0, 100) })}
      action={
        (kind || chat) && (
          <Button
            onClick={() => {
              setKind(undefined);
              setChat(undefined);
            }}
          >
            {t("searchAll")}
          </Button>
        )
      }
    >
      {t("noMatchHelp")}
    </EmptyState>
  );
}

const Choice = ({ name, isChosen, onChoose }: { name: string; isChosen: boolean; onChoose: () => void }) => (
  <button
    type="button"
    aria-pressed={isChosen}
    onClick={onChoose}
    className="rounded-full border px-3 py-1 text-sm text-muted hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:py-2"
  >
    {name}
  </button>
);

// Shows limitations of the search: unindexed messages, and languages that the embedding model doesn't cover.
function Shortcomings({ query }: { query: string }) {
  const t = useTranslations("search");
  const { data } = useQuery(searchStateQuery);
  const moments = useMoments();
  const since = data?.behind_since;
  const isInEnglish = t.locale.startsWith("en") && !NOT_ENGLISH.test(query);
  return (
    <>
      {since && (
        <Note>
          {t.rich("behind", {
            since: moments.fullTime(since),
            time: (text) => <time dateTime={since}>{text}</time>,
          })}
        </Note>
      )}
      {data?.english_only && query !== "" && !isInEnglish && (
        <Note>
          {t.rich("englishOnly", {
            link: (text) => (
              <Link href="/settings/models" className="underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </Note>
      )}
    </>
  );
}

// Letters that don't occur in English.
const NOT_ENGLISH = /(?![a-z])\p{L}/iu;

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="mt-4 rounded-xl border border-line-strong bg-surface px-3 py-2 text-sm">
    {children}
  </p>
);

const only = { chats: "onlyChats", messages: "onlyMessages", documents: "onlyDocuments" } as const;

function Section({ kind, items, onAll }: { kind: FoundKind; items: FoundItem[]; onAll?: () => void }) {
  const t = useTranslations("search");
  if (items.length === 0) return null;
  return (
    <section aria-label={t(kind)}>
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h2 className="text-sm font-medium text-muted">{t(kind)}</h2>
        {onAll && (
          <button type="button" onClick={onAll} className="text-sm text-accent hover:underline">
            {t(only[kind])}
          </button>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {items.map((item, at) => (
          <li key={at}>
            <Result found={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
