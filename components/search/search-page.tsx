"use client";

import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { type FoundItem, searchQuery } from "@/components/data/search";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { EmptyState, ErrorState, Loading } from "@/components/ui/states";
import { FilterRow } from "./filter-row";
import { type Filters, isFiltered, toSearchFilters } from "./filters";
import { kinds } from "./found";
import { Limitations } from "./limitations";
import { moveBetweenResults, OverviewSection, Section } from "./results";
import { type Named, type SearchFilter, useSearchFilter } from "./use-search-filter";

export function SearchPage({ named }: { named: Named }) {
  const t = useTranslations("search");
  const filter = useSearchFilter(named);
  const field = useRef<HTMLInputElement>(null);
  const { typed, setTyped, query, kind, setKind, filters, setFilters, isEmpty, unknown } = filter;
  const results = useInfiniteQuery(searchQuery(query, kind, toSearchFilters(filters)));
  const { data, error, isFetching, isPlaceholderData } = results;
  const items = isEmpty ? [] : (data?.pages.flat() ?? []);
  const isWaiting = !isEmpty && (isPlaceholderData || (isFetching && !data));
  const isFocusMoved = useRef(false);
  const changeFilters = (changed: Filters, focus = false) => {
    setFilters(changed);
    isFocusMoved.current = focus;
  };
  // After the popover has closed, which would return the focus to a removed button.
  useEffect(() => {
    if (isFocusMoved.current) field.current?.focus();
    isFocusMoved.current = false;
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus of the results inside
    <div className="h-full overflow-y-auto" onKeyDown={moveBetweenResults}>
      <div className="mx-auto max-w-3xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <h1 className="text-title">{t("title")}</h1>
        <search className="mt-4 flex flex-col gap-3">
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-3.5 start-3.5 size-4 text-muted"
              aria-hidden
            />
            <input
              ref={field}
              type="search"
              name="q"
              // biome-ignore lint/a11y/noAutofocus: the search field is the purpose of this page
              autoFocus
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={({ key, nativeEvent }) => {
                if (key === "Enter" && !nativeEvent.isComposing) unknown.applyAll();
              }}
              aria-label={t("field")}
              aria-describedby="search-help"
              placeholder={t("field")}
              maxLength={4000}
              className="h-11 w-full rounded-xl border border-line-strong bg-surface pe-3 ps-10"
            />
          </div>
          <p id="search-help" className="text-xs text-muted">
            {t("filtersHelp")}
          </p>
          <FilterRow filters={filters} onChange={changeFilters} />
          <div className="flex flex-wrap items-center gap-2">
            <Choice name={t("all")} isChosen={!kind} onChoose={() => setKind(undefined)} />
            {kinds.map((each) => (
              <Choice key={each} name={t(each)} isChosen={kind === each} onChoose={() => setKind(each)} />
            ))}
          </div>
        </search>
        <p role="status" className="mt-3 text-sm text-muted empty:hidden">
          {unknown.texts.length > 0 && t("unknownFilter", { filter: unknown.texts.join(" ") })}
        </p>
        <p role="status" className="sr-only">
          {isWaiting ? t("searching") : !isEmpty && !error ? t("results", { count: items.length }) : ""}
        </p>
        <Limitations query={query} />
        <Results {...{ results, items, isWaiting, filter }} />
      </div>
    </div>
  );
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
  const { query, kind, filters, isEmpty } = filter;
  if (error && !isWaiting && items.length === 0)
    return <ErrorState what={t("failed")} reason={problem(error)} retry={() => void refetch()} />;
  if (isWaiting && items.length === 0)
    return <Loading label={t("searching")} className="mt-6 h-40 rounded-xl" />;
  if (isEmpty)
    return (
      <EmptyState title={t("start")} icon={<Search aria-hidden />}>
        {t("startHelp")}
      </EmptyState>
    );
  if (items.length === 0) return <NoMatch filter={filter} />;
  const more = { has: hasNextPage, isLoading: isFetching, error, load: () => void fetchNextPage() };
  return (
    <div aria-busy={isWaiting} className="mt-6 flex flex-col gap-6">
      {kind ? (
        <Section kind={kind} items={items} more={more} />
      ) : (
        kinds.map((each) => (
          <OverviewSection
            key={`${each} ${query} ${JSON.stringify(filters)}`}
            kind={each}
            items={items.filter((item) => item.kind === each)}
            {...{ query, filters }}
          />
        ))
      )}
    </div>
  );
}

function NoMatch({ filter: { query, kind, setKind, filters, setFilters } }: { filter: SearchFilter }) {
  const t = useTranslations("search");
  return (
    <EmptyState
      title={query ? t("noMatch", { query: query.slice(0, 100) }) : t("noMatchOfFilters")}
      action={
        (kind || isFiltered(filters)) && (
          <Button
            onClick={() => {
              setKind(undefined);
              setFilters({});
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
