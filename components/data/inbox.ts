import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { type boxes, inboxApi } from "@/lib/channels/public-chats/operations";
import { queryFor, refresh } from "./query";

export type InboxFilter = {
  box: (typeof boxes)[number];
  public_chat_id?: number;
  search?: string;
};
export type Inbox = AnswerOf<typeof inboxApi.getInbox>;
export type Note = AnswerOf<typeof inboxApi.listNotes>[number];
export type SavedReply = AnswerOf<typeof inboxApi.listSavedReplies>[number];

// Polling interval, and so the maximum delay with which an expired snooze is noticed.
const POLL_INTERVAL_MS = 60_000;

export const inboxQuery = queryOptions({ ...queryFor(inboxApi.getInbox), refetchInterval: POLL_INTERVAL_MS });

export const conversationsQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...queryFor(inboxApi.listInbox, { query: filter }).queryKey, "pages"],
    queryFn: ({ pageParam: cursor, signal }): Promise<AnswerOf<typeof inboxApi.listInbox>> =>
      call(inboxApi.listInbox, { query: { ...filter, ...(cursor && { cursor }) }, signal }),
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });

const of = (chat: string) => ({ params: { chat_id: chat } });
export const earlierQuery = (chat: string) => queryFor(inboxApi.listEarlierConversations, of(chat));
export const notesQuery = (chat: string) => queryFor(inboxApi.listNotes, of(chat));
export const refreshNotes = (client: QueryClient, chat: string) =>
  client.invalidateQueries({ queryKey: notesQuery(chat).queryKey });

export const savedRepliesQuery = queryFor(inboxApi.listSavedReplies);
export const refreshSavedReplies = (client: QueryClient) => refresh(client, inboxApi.listSavedReplies);
