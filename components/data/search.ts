import { keepPreviousData } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/contract";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { tasksApi } from "@/lib/automation/tasks/contract";
import { chatsApi } from "@/lib/chat/chats/contract";
import { searchApi } from "@/lib/knowledge/search/contract";
import { pagesFor, queryFor } from "./query";

export type FoundItem = AnswerOf<typeof searchApi.search>[number];
export type Kind = FoundItem["kind"];

/** How many of a kind are shown before one asks for more: less where there are several kinds. */
const OF_EACH = 6;
const OF_ONE = 20;

/** What is found, page by page; of all kinds only the first. @param chat The UUID of the only chat to search. */
export const searchQuery = (query: string, kind: Kind | undefined, chat: string | undefined) => {
  const pages = pagesFor(searchApi.search, kind ? OF_ONE : OF_EACH, {
    query: { query, ...(kind && { kinds: [kind] }), ...(chat && { chat_id: chat }) },
  });
  return {
    ...pages,
    getNextPageParam: kind ? pages.getNextPageParam : () => undefined,
    enabled: query !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  };
};

/** Limits of the search: messages that aren't indexed yet, and languages that the embedding model doesn't know. */
export const searchStateQuery = { ...queryFor(searchApi.searchState), staleTime: 30_000 };

/** The palette shows so many of a kind. */
const IN_PALETTE = 6;

/** The chats that fit what was typed; the latest when nothing was. */
export const chatsFound = (search: string) => ({
  ...queryFor(chatsApi.listChats, {
    query: { page_size: IN_PALETTE, show_chats_in_workspace: true, ...(search && { search }) },
  }),
  placeholderData: keepPreviousData,
});

/** Shorter words stand everywhere, but for scripts whose words are of one or two letters. */
const MIN_LETTERS = 3;
const SHORT_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const isSearched = (search: string) => search.length >= MIN_LETTERS || SHORT_WORDS.test(search);
const TEXTS = 4;
const TEXTS_OF_ONE = 8;

/** Messages and documents that what was typed fits, by meaning and words. @param chat The UUID of the only chat to search */
export const textsFound = (search: string, chat: string | undefined) => ({
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

/** Below the list of chats. */
const IN_SIDEBAR = 5;

/** Messages that what was typed fits, by meaning and words. */
export const messagesFound = (search: string) => ({
  ...queryFor(searchApi.search, { query: { query: search, kinds: ["messages"], page_size: IN_SIDEBAR } }),
  enabled: isSearched(search),
  placeholderData: isSearched(search) ? keepPreviousData : undefined,
});

export const tasksFound = (search: string) => ({
  ...queryFor(tasksApi.listTasks, { query: { page: 1, page_size: IN_PALETTE, ...(search && { search }) } }),
  placeholderData: keepPreviousData,
});

export const actionsFound = {
  ...queryFor(taskActionsApi.listTaskActions, { query: { page: 1, page_size: 100 } }),
  staleTime: 60_000,
};
