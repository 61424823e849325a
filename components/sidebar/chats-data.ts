import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import { type ChatListResponse, chatsApi } from "@/lib/chats/contract";

export type ListedChat = z.output<typeof ChatListResponse>;
export const CHATS_PAGE = 40;
/** How often the list looks for what others did while it cannot hear of it. In ms. */
export const LOOK_EVERY = 15_000;

/** What the sidebar asks for; the server asks the same for the first page. */
export const chatsAsked = (page: number, search = "", archived = false) => ({
  page,
  page_size: CHATS_PAGE,
  ...(search && { search }),
  ...(archived && { archived }),
});

export const chatsQuery = (search = "", archived = false) =>
  infiniteQueryOptions({
    queryKey: [chatsApi.listChats.path, "sidebar", search, archived],
    queryFn: ({ pageParam, signal }): Promise<ListedChat[]> =>
      call(chatsApi.listChats, { query: chatsAsked(pageParam, search, archived), signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.length === CHATS_PAGE ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
