import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import type { SaveAsTask, Task, TaskDetail, TaskVersion } from "@/lib/automation/tasks/contract";
import { chatTasksApi, tasksApi } from "@/lib/automation/tasks/operations";
import { chatsApi } from "@/lib/chat/chats/operations";
import { queryFor, refresh } from "./query";

export type TaskItem = z.output<typeof Task>;
export type WholeTask = z.output<typeof TaskDetail>;
export type Version = z.output<typeof TaskVersion>;

export const tasksQuery = (search: string) =>
  queryFor(tasksApi.listTasks, { query: { page: 1, page_size: 100, ...(search && { search }) } });
export const taskQuery = (id: number) => queryFor(tasksApi.getTask, { params: { id } });
// Polling interval while a task's chats are updated.
const POLL_INTERVAL_MS = 1000;
export const taskUseQuery = (id: number) =>
  queryOptions({
    ...queryFor(tasksApi.getTaskUse, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.update?.state === "running" ? POLL_INTERVAL_MS : false),
  });
export const versionsQuery = (id: number) =>
  queryFor(tasksApi.listTaskVersions, { params: { id }, query: { page: 1, page_size: 100 } });
export const updatesQuery = (chat: string) =>
  queryFor(chatTasksApi.checkTaskUpdates, { params: { chat_id: chat } });

export const refreshTasks = (client: QueryClient) => refresh(client, tasksApi.listTasks);

export const refreshTaskUse = (client: QueryClient) =>
  refresh(client, tasksApi.getTaskUse, chatsApi.getChat, chatsApi.listChats, chatTasksApi.checkTaskUpdates);

export function setTask(client: QueryClient, task: WholeTask): Promise<unknown> {
  client.setQueryData(taskQuery(task.id).queryKey, task);
  return refresh(client, tasksApi.listTasks, tasksApi.listTaskVersions, tasksApi.getTaskUse);
}

export async function saveAsTask(client: QueryClient, chat: string, body: z.input<typeof SaveAsTask>) {
  const saved = await call(chatTasksApi.saveChosenAsTask, { params: { chat_id: chat }, body });
  void refresh(client, tasksApi.listTasks, tasksApi.getTask, tasksApi.listTaskVersions, tasksApi.getTaskUse);
  return saved;
}
