import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type FoundItem, type FoundKind, MAX_OF_EACH, searchQuery } from "@/components/data/search";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/ui/read";
import { type Filters, toSearchFilters } from "./filters";
import { Result } from "./result";

type More = { has: boolean; isLoading: boolean; error: Error | null; load: () => void };

/** The results of one kind in a search across all kinds, which loads more of them in place. */
export function OverviewSection({
  kind,
  items,
  query,
  filters,
}: {
  kind: FoundKind;
  items: FoundItem[];
  query: string;
  filters: Filters;
}) {
  const [isExpanded, setExpanded] = useState(false);
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      ...searchQuery(query, kind, toSearchFilters(filters)),
      enabled: isExpanded,
      placeholderData: undefined,
    });
  const all = data && !isPlaceholderData ? data.pages.flat() : undefined;
  const loadMore = () => {
    if (!isExpanded) setExpanded(true);
    else if (error) void refetch();
    else void fetchNextPage();
  };
  return (
    <Section
      kind={kind}
      items={all ?? items.slice(0, MAX_OF_EACH)}
      more={{
        has: all ? hasNextPage : items.length > MAX_OF_EACH,
        isLoading: isFetching,
        error,
        load: loadMore,
      }}
    />
  );
}

export function Section({ kind, items, more }: { kind: FoundKind; items: FoundItem[]; more: More }) {
  const t = useTranslations("search");
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef(items.length);
  const isAwaited = useRef(false);
  // Focuses the first new result, because the button moves down or disappears.
  useEffect(() => {
    if (isAwaited.current && items.length > shown.current) {
      list.current?.querySelectorAll("a")[shown.current]?.focus();
      isAwaited.current = false;
    }
    shown.current = items.length;
  }, [items.length]);
  if (items.length === 0) return null;
  const count = t(more.has ? "countOrMore" : "count", { count: items.length });
  return (
    <section aria-label={t(kind)}>
      <h2 className="mb-2 flex items-baseline gap-2 text-sm font-medium text-muted">
        {t(kind)} <span className="text-xs font-normal tabular-nums">{count}</span>
      </h2>
      <ul ref={list} className="flex flex-col gap-2">
        {items.map((item, at) => (
          <li key={at}>
            <Result found={item} />
          </li>
        ))}
      </ul>
      {more.error && <LoadError error={more.error} retry={more.load} />}
      {more.has && !more.error && (
        <Button
          size="small"
          busy={more.isLoading}
          aria-label={t("showMoreOf", { kind: t(kind) })}
          onClick={() => {
            isAwaited.current = true;
            more.load();
          }}
          className="mt-2"
        >
          {t("showMore")}
        </Button>
      )}
    </section>
  );
}

/** Moves the focus between results with the arrow keys, from and to the search field. */
export function moveBetweenResults(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  if (!step || event.nativeEvent.isComposing || !from.matches("[data-result], [name=q]")) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[name=q], [data-result]")];
  const next = stops[stops.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
