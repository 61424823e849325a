import { type InfiniteData, keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { type ChatDetail, type ChatListResponse, chatsApi } from "@/lib/chat/chats/contract";
import { pagesFor, queryFor, refresh } from "./query";

export type Chat = z.output<typeof ChatDetail>;
export type ListedChat = z.output<typeof ChatListResponse>;
const PAGE = 40;

/** Which chats a list shows; empty for the usual ones in their usual order. */
export type Asked = {
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

/** The page of the list that the sidebar begins with. */
export const firstChats = { page: 1, page_size: PAGE };
export const chatsQuery = (asked: Asked = {}) => ({
  ...pagesFor(chatsApi.listChats, PAGE, { query: asked }),
  placeholderData: keepPreviousData,
});
/** The chats that the reader has pinned, wherever they are. */
export const pinned: Asked = { starred: true, show_chats_in_workspace: true };
/** The reader's tags of chats. */
export const tagsQuery = queryFor(chatsApi.listTags);
export const refreshTags = (client: QueryClient) => refresh(client, chatsApi.listTags);

export const chatQuery = (chat: string) => queryFor(chatsApi.getChat, { params: { chat_id: chat } });

/** Chats to choose one from. */
export const everyChatQuery = queryFor(chatsApi.listChats, {
  query: { page_size: 100, show_chats_in_workspace: true },
});

/** Reads the lists of chats again. */
export const refreshChats = (client: QueryClient) => refresh(client, chatsApi.listChats);

/** Reads a chat again, without the lists that it is in. */
export const refreshChat = (client: QueryClient, chat: string) =>
  client.invalidateQueries({ queryKey: chatQuery(chat).queryKey });

/** Shows what is new of a chat. */
export function changeChat(client: QueryClient, chat: string, change: Partial<Chat>): void {
  const { queryKey } = chatQuery(chat);
  client.setQueryData(queryKey, (before) => before && { ...before, ...change });
  // What is being read may be from before the change.
  if (client.isFetching({ queryKey }) > 0) void refreshChat(client, chat);
}

/** Drops what was read of a chat that is gone. */
export const forgetChat = (client: QueryClient, chat: string) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey.some((part) => String(part).includes(chat)) });

/** Undefined for a chat that is in no list that was read. */
export function listedName(client: QueryClient, chat: string): string | undefined {
  const lists = client.getQueriesData<InfiniteData<ListedChat[]>>({ queryKey: [chatsApi.listChats.path] });
  return lists.flatMap(([, data]) => data?.pages?.flat() ?? []).find(({ uuid }) => uuid === chat)?.name;
}

/** Shows the chats of a list in another order. */
export const orderChats = (client: QueryClient, asked: Asked, order: ListedChat[]) =>
  client.setQueryData(chatsQuery(asked).queryKey, (known) => {
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
