import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { Visitor as VisitorShape } from "@/lib/channels/public-chats/contract";
import { inboxApi, publicStaffApi } from "@/lib/channels/public-chats/operations";
import { queryFor, refresh } from "./query";

export type Visitor = z.output<typeof VisitorShape>;

const USAGE_DAYS = 30;

export const newestVisitorQuery = (chat: string) =>
  queryFor(publicStaffApi.listVisitors, { params: { chat_id: chat }, query: { page_size: 1 } });

export const visitorQuery = (chat: string) =>
  queryFor(publicStaffApi.getVisitor, { params: { chat_id: chat } });

export const usageQuery = (chat: string) =>
  queryFor(publicStaffApi.getPublicUsage, { params: { chat_id: chat }, query: { days: USAGE_DAYS } });

export const refreshVisitors = (client: QueryClient) =>
  refresh(
    client,
    publicStaffApi.listVisitors,
    publicStaffApi.getVisitor,
    inboxApi.listInbox,
    inboxApi.getInbox,
  );

export function setVisitor(client: QueryClient, visitor: Visitor): Promise<unknown> {
  client.setQueryData(visitorQuery(visitor.chat_uuid).queryKey, visitor);
  return refreshVisitors(client);
}
