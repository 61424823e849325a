import { type InfiniteData, keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ChatDetail, ChatListResponse } from "@/lib/chat/chats/contract";
import { chatsApi } from "@/lib/chat/chats/operations";
import { pagesFor, queryFor, refresh } from "./query";

export type Chat = z.output<typeof ChatDetail>;
export type ListedChat = z.output<typeof ChatListResponse>;
const PAGE = 40;

/** Filter of a chat list; empty selects the default list and order. */
export type ChatFilter = {
  search?: string;
  archived?: true;
  starred?: true;
  only_unread?: true;
  tag?: string;
  chat_types?: ListedChat["chat_type"][];
  show_chats_in_workspace?: true;
  chat_workspace_id?: string;
  parent_chat_id?: string;
  sort?: "manually" | "by_name" | "by_created_at";
};

/** First page of the sidebar's list, which the server prefetches. */
export const firstChats = { page: 1, page_size: PAGE };
export const chatsQuery = (filter: ChatFilter = {}) => ({
  ...pagesFor(chatsApi.listChats, PAGE, { query: filter }),
  placeholderData: keepPreviousData,
});
export const pinned: ChatFilter = { starred: true, show_chats_in_workspace: true };
export const tagsQuery = queryFor(chatsApi.listTags);
export const refreshTags = (client: QueryClient) => refresh(client, chatsApi.listTags);

export const chatQuery = (chat: string) => queryFor(chatsApi.getChat, { params: { chat_id: chat } });

export const everyChatQuery = queryFor(chatsApi.listChats, {
  query: { page_size: 100, show_chats_in_workspace: true },
});

export const refreshChats = (client: QueryClient) => refresh(client, chatsApi.listChats);

export const refreshChat = (client: QueryClient, chat: string) =>
  client.invalidateQueries({ queryKey: chatQuery(chat).queryKey });

export function changeChat(client: QueryClient, chat: string, change: Partial<Chat>): void {
  const { queryKey } = chatQuery(chat);
  client.setQueryData(queryKey, (before) => before && { ...before, ...change });
  // A request in flight may return the state before the change.
  if (client.isFetching({ queryKey }) > 0) void refreshChat(client, chat);
}

export const removeChatQueries = (client: QueryClient, chat: string) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.some((part) => String(part).includes(chat)) });

export function findListedName(client: QueryClient, chat: string): string | undefined {
  const lists = client.getQueriesData<InfiniteData<ListedChat[]>>({ queryKey: [chatsApi.listChats.path] });
  return lists.flatMap(([, data]) => data?.pages?.flat() ?? []).find(({ uuid }) => uuid === chat)?.name;
}

export const orderChats = (client: QueryClient, filter: ChatFilter, order: ListedChat[]) =>
  client.setQueryData(chatsQuery(filter).queryKey, (known) => {
    let from = 0;
    return (
      known && {
        ...known,
        pages: known.pages.map(({ length }) => {
          from += length;
          return order.slice(from - length, from);
        }),
      }
    );
  });
