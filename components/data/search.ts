import { keepPreviousData } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/operations";
import { tasksApi } from "@/lib/automation/tasks/operations";
import { chatsApi } from "@/lib/chat/chats/operations";
import { searchApi } from "@/lib/knowledge/search/operations";
import { pagesFor, queryFor } from "./query";

export type FoundItem = AnswerOf<typeof searchApi.search>[number];
export type FoundKind = FoundItem["kind"];

/** Results of each kind in a search across all kinds. */
export const MAX_OF_EACH = 6;
const OF_ONE = 20;

export type SearchFilters = {
  chat_id?: string;
  chat_workspace_id?: string;
  user_id?: number;
  virtual_assistant_id?: number;
  has_file?: boolean;
  after?: string;
  before?: string;
};

/**
 * Loads search results in pages. A search across all kinds has only one page, with one more result of each kind than
 * `MAX_OF_EACH`, if there are more.
 */
export const searchQuery = (query: string, kind: FoundKind | undefined, filters: SearchFilters) => {
  const pages = pagesFor(searchApi.search, kind ? OF_ONE : MAX_OF_EACH + 1, {
    query: { ...(query && { query }), ...(kind && { kinds: [kind] }), ...filters },
  });
  return {
    ...pages,
    getNextPageParam: kind ? pages.getNextPageParam : () => undefined,
    enabled: query !== "" || Object.keys(filters).length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  };
};

export const searchStateQuery = { ...queryFor(searchApi.searchState), staleTime: 30_000 };

const IN_PALETTE = 6;

export const chatSearchQuery = (search: string) => ({
  ...queryFor(chatsApi.listChats, {
    query: { page_size: IN_PALETTE, show_chats_in_workspace: true, ...(search && { search }) },
  }),
  placeholderData: keepPreviousData,
});

// Shorter strings match almost everything, except in scripts with words of one or two letters.
const MIN_LETTERS = 3;
const SHORT_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const isSearched = (search: string) => search.length >= MIN_LETTERS || SHORT_WORDS.test(search);
const TEXTS = 4;
const TEXTS_OF_ONE = 8;

/**
 * Finds messages and documents by hybrid search.
 * @param chat UUID of the chat to search; undefined searches all
 */
export const textSearchQuery = (search: string, chat: string | undefined) => ({
  ...queryFor(searchApi.search, {
    query: {
      query: search,
      kinds: ["messages", "documents"],
      page_size: chat ? TEXTS_OF_ONE : TEXTS,
      ...(chat && { chat_id: chat }),
    },
  }),
  enabled: isSearched(search),
  placeholderData: isSearched(search) ? keepPreviousData : undefined,
});

const IN_SIDEBAR = 5;

export const messageSearchQuery = (search: string) => ({
  ...queryFor(searchApi.search, { query: { query: search, kinds: ["messages"], page_size: IN_SIDEBAR } }),
  enabled: isSearched(search),
  placeholderData: isSearched(search) ? keepPreviousData : undefined,
});

export const taskSearchQuery = (search: string) => ({
  ...queryFor(tasksApi.listTasks, { query: { page: 1, page_size: IN_PALETTE, ...(search && { search }) } }),
  placeholderData: keepPreviousData,
});

export const actionsFound = {
  ...queryFor(taskActionsApi.listTaskActions, { query: { page: 1, page_size: 100 } }),
  staleTime: 60_000,
};
