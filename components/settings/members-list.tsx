"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/states";
import { Unread } from "./settings-section";

/** A list that comes in pages: what it says while it is read, when it cannot be, and when it is empty. */
export function PagedList<T extends { id: number | string }>({
  query,
  loading,
  empty,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<T[]>, Error>;
  /** Said while the first page is on its way. */
  loading: string;
  empty: string;
  children: (item: T) => ReactNode;
}) {
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const seen = new Set<number | string>();
  // What was added meanwhile moves the last of a page onto the next one.
  const items = (data?.pages.flat() ?? []).filter(({ id }) => !seen.has(id) && seen.add(id));
  return (
    <>
      {error && <Unread error={error} retry={() => void refetch()} />}
      {isPending && (
        <div role="status" className="mt-3">
          <span className="sr-only">{loading}</span>
          <Skeleton className="h-28" />
        </div>
      )}
      {data && items.length === 0 && <p className="mt-2 text-sm text-muted">{empty}</p>}
      {items.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-xl border bg-surface">
          {items.map((item) => (
            <li key={item.id} className="px-4 py-3">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button size="small" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
