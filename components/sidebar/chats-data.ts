import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import { type ChatListResponse, chatsApi } from "@/lib/chat/chats/contract";
import type { View } from "./view";

export type ListedChat = z.output<typeof ChatListResponse>;
const CHATS_PAGE = 40;
/** How often the list looks for what others did while it cannot hear of it. In ms. */
export const LOOK_EVERY = 15_000;

/** Which chats a list shows; empty for the usual ones in their usual order. */
export type Asked = {
  search?: string;
  archived?: true;
  starred?: true;
  only_unread?: true;
  chat_types?: ListedChat["chat_type"][];
  show_chats_in_workspace?: true;
  chat_workspace_id?: string;
  parent_chat_id?: string;
  sort?: "manually" | "by_name" | "by_created_at";
};

/** What the list asks for with this search and this view. Whatever is not the usual list looks into workspaces too. */
export function askedFor(search: string, isArchive: boolean, { filter, sort }: View): Asked {
  const sorted = sort === "automatically" ? {} : { sort };
  const everywhere = { show_chats_in_workspace: true as const };
  if (search) return { search, ...(isArchive && { archived: true }), ...everywhere, ...sorted };
  if (isArchive) return { archived: true, ...everywhere, ...sorted };
  switch (filter) {
    case "all":
      return sorted;
    case "unread":
      return { only_unread: true, ...everywhere, ...sorted };
    case "starred":
      return { starred: true, ...everywhere, ...sorted };
    default:
      return { chat_types: [filter], ...everywhere, ...sorted };
  }
}

/** What the sidebar asks for; the server asks the same for the first page. */
export const chatsAsked = (page: number, asked: Asked = {}) => ({ page, page_size: CHATS_PAGE, ...asked });

export const chatsQuery = (asked: Asked = {}) =>
  infiniteQueryOptions({
    queryKey: [chatsApi.listChats.path, "sidebar", asked],
    queryFn: ({ pageParam, signal }): Promise<ListedChat[]> =>
      call(chatsApi.listChats, { query: chatsAsked(pageParam, asked), signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length === CHATS_PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
