"use client";

import type { InfiniteData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "./button";
import { Rows } from "./section";
import { Loading } from "./states";

type Reading<T> = { data: T | undefined; error: Error | null; refetch: () => unknown };

export function LoadError({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations("ui");
  const problem = useProblem();
  return (
    <p role="alert" className="mt-3 text-sm text-danger">
      {problem(error)}{" "}
      <button type="button" onClick={retry} className="underline underline-offset-2">
        {t("tryAgain")}
      </button>
    </p>
  );
}

/** Query boundary: shows a skeleton while loading and an error with a retry. */
export function QueryBoundary<T>({
  query: { data, error, refetch },
  loading,
  className,
  children,
}: {
  query: Reading<T>;
  loading: string;
  className: string;
  children: (data: T) => ReactNode;
}) {
  return (
    <>
      {error && <LoadError error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Loading label={loading} className={className} />}
      {data !== undefined && children(data)}
    </>
  );
}

type Identified = { id: number | string };

export function QueryList<T extends Identified>({
  query,
  loading,
  empty,
  className = "mt-3",
  children,
}: {
  query: Reading<T[]>;
  loading: string;
  empty: ReactNode;
  className?: string;
  children: (item: T) => ReactNode;
}) {
  return (
    <QueryBoundary query={query} loading={loading} className={`${className} h-24 rounded-xl`}>
      {(items) => <ItemRows items={items} empty={empty} className={className} row={children} />}
    </QueryBoundary>
  );
}

export function PagedList<T extends Identified>({
  query,
  loading,
  empty,
  children,
}: {
  query: Reading<InfiniteData<T[]>> & {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  loading: string;
  empty: ReactNode;
  children: (item: T) => ReactNode;
}) {
  const t = useTranslations("ui");
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <QueryBoundary query={query} loading={loading} className="mt-3 h-28">
        {({ pages }) => <ItemRows items={once(pages.flat())} empty={empty} className="mt-3" row={children} />}
      </QueryBoundary>
      {hasNextPage && (
        <Button size="small" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("showMore")}
        </Button>
      )}
    </>
  );
}

// Removes duplicates: an item added meanwhile shifts the last item of a page to the next one.
function once<T extends Identified>(items: T[]): T[] {
  const seen = new Set<number | string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function ItemRows<T extends Identified>({
  items,
  empty,
  className,
  row,
}: {
  items: T[];
  empty: ReactNode;
  className: string;
  row: (item: T) => ReactNode;
}) {
  if (items.length === 0) return <p className={`${className} text-sm text-muted`}>{empty}</p>;
  return (
    <Rows className={className}>
      {items.map((item) => (
        <li key={item.id} className="px-4 py-3">
          {row(item)}
        </li>
      ))}
    </Rows>
  );
}
