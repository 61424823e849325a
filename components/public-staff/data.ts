import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import { queryFor } from "@/lib/api/query";
import { publicStaffApi, type Visitor as VisitorShape } from "@/lib/surfaces/public-chats/contract";

export type Visitor = z.output<typeof VisitorShape>;
export type Filter = { search?: string; only_unread?: true };

const PAGE = 25;
const USAGE_DAYS = 30;

/** The conversations of a public chat, as far as they were scrolled to. */
export const visitorsQuery = (chat: string, filter: Filter) =>
  infiniteQueryOptions({
    // The chat's address is where live events look for it.
    queryKey: [publicStaffApi.listVisitors.path, chat, filter],
    queryFn: ({ pageParam, signal }): Promise<Visitor[]> =>
      call(publicStaffApi.listVisitors, {
        params: { chat_id: chat },
        query: { page: pageParam, page_size: PAGE, ...filter },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length === PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** What is known of the visitor of a conversation. */
export const visitorQuery = (chat: string) =>
  queryFor(publicStaffApi.getVisitor, { params: { chat_id: chat } });

export const usageQuery = (chat: string) =>
  queryFor(publicStaffApi.getPublicUsage, { params: { chat_id: chat }, query: { days: USAGE_DAYS } });

/** "German" for `de`, or the code where the browser knows no name for it. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
