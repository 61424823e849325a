import { keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { publicStaffApi, type Visitor as VisitorShape } from "@/lib/surfaces/public-chats/contract";
import { pagesFor, queryFor, refresh } from "./query";

export type Visitor = z.output<typeof VisitorShape>;
export type Filter = { search?: string; only_unread?: true };

const PAGE = 25;
const USAGE_DAYS = 30;

/** The conversations of a public chat, as far as they were scrolled to. */
export const visitorsQuery = (chat: string, filter: Filter) => ({
  ...pagesFor(publicStaffApi.listVisitors, PAGE, { params: { chat_id: chat }, query: filter }),
  placeholderData: keepPreviousData,
});

/** What is known of the visitor of a conversation. */
export const visitorQuery = (chat: string) =>
  queryFor(publicStaffApi.getVisitor, { params: { chat_id: chat } });

export const usageQuery = (chat: string) =>
  queryFor(publicStaffApi.getPublicUsage, { params: { chat_id: chat }, query: { days: USAGE_DAYS } });

export const refreshVisitors = (client: QueryClient) => refresh(client, publicStaffApi.listVisitors);

/** Shows a visitor as they are now. */
export function setVisitor(client: QueryClient, visitor: Visitor): Promise<unknown> {
  client.setQueryData(visitorQuery(visitor.chat_uuid).queryKey, visitor);
  return refreshVisitors(client);
}
