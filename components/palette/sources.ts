import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { taskActionsApi } from "@/lib/automation/task-actions/contract";
import { tasksApi } from "@/lib/automation/tasks/contract";
import { chatsApi } from "@/lib/chat/chats/contract";
import { searchApi } from "@/lib/knowledge/search/contract";

const EACH = 6;

/** The chats that fit what was typed; the latest when nothing was. */
export const chatsFound = (search: string) =>
  queryOptions({
    queryKey: [chatsApi.listChats.path, "palette", search],
    queryFn: ({ signal }) => {
      const query = { page_size: EACH, show_chats_in_workspace: true, ...(search && { search }) };
      return call(chatsApi.listChats, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Shorter words stand everywhere. */
const LEAST = 3;
const TEXTS = 4;

/** Messages and documents that what was typed fits, by meaning and words. */
export const textsFound = (search: string) =>
  queryOptions({
    queryKey: [searchApi.search.path, "palette", search],
    queryFn: ({ signal }) => {
      const query = { query: search, kinds: ["messages" as const, "documents" as const], page_size: TEXTS };
      return call(searchApi.search, { query, signal });
    },
    enabled: search.length >= LEAST,
    placeholderData: search.length >= LEAST ? keepPreviousData : undefined,
  });

export const tasksFound = (search: string) =>
  queryOptions({
    queryKey: [tasksApi.listTasks.path, "palette", search],
    queryFn: ({ signal }) =>
      call(tasksApi.listTasks, { query: { page: 1, page_size: EACH, ...(search && { search }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const actionsFound = queryOptions({
  queryKey: [taskActionsApi.listTaskActions.path, "palette"],
  queryFn: ({ signal }) =>
    call(taskActionsApi.listTaskActions, { query: { page: 1, page_size: 100 }, signal }),
  staleTime: 60_000,
});
