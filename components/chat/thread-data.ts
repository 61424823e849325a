import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import { queryFor } from "@/lib/api/query";
import { type ChatDetail, chatsApi } from "@/lib/chat/chats/contract";
import { type ChatMessageSchema, messagesApi } from "@/lib/chat/messages/contract";
import { repliesApi } from "@/lib/conversation/replies/contract";

export type Message = z.output<typeof ChatMessageSchema>;
/** Written by the person with this id. */
export const isOwn = ({ from_user_id, user_type }: Message, userId: number): boolean =>
  from_user_id === userId && user_type === "user";
/** Tells what has happened in the chat; nobody wrote it. */
export const isEvent = ({ type, user_type }: Message): boolean => type === "event" || user_type === "system";
export type Chat = z.output<typeof ChatDetail>;
export type Run = { streaming_task_id: string; user_message_id: number; virtual_assistant_ids: number[] };
/** The messages that are known here, oldest first. */
export type Thread = { messages: Message[]; hasOlder: boolean };

export const PAGE = 25;

export const chatQuery = (chat: string) => queryFor(chatsApi.getChat, { params: { chat_id: chat } });
export const runsQuery = (chat: string) => queryFor(repliesApi.listRuns, { params: { chat_id: chat } });
const threadKey = (chat: string) => [messagesApi.listMessages.path, chat];

/** The thread of a chat; reading it again fetches its newest page and keeps the older ones. */
export const threadQuery = (chat: string, client: QueryClient) =>
  queryOptions({
    queryKey: threadKey(chat),
    queryFn: async ({ signal }): Promise<Thread> => {
      const newest = await call(messagesApi.listMessages, {
        params: { chat_id: chat },
        query: { size: PAGE },
        signal,
      });
      return withNewest(client.getQueryData<Thread>(threadKey(chat)), newest);
    },
  });

/** A thread as the server first renders it. */
export const threadOf = (newest: Message[]): Thread => ({
  messages: newest,
  hasOlder: newest.length === PAGE,
});

/** What was known before, with the newest page in its place: what it lacks was deleted. */
function withNewest(known: Thread | undefined, newest: Message[]): Thread {
  const first = newest[0]?.id ?? Number.POSITIVE_INFINITY;
  const older = known?.messages.filter(({ id }) => id < first) ?? [];
  const isWhole = newest.length < PAGE;
  if (isWhole) return { messages: newest, hasOlder: false };
  // So much is new that something may lie between: what is older is read again when it is scrolled to.
  const hasGap = known !== undefined && !known.messages.some(({ id }) => id >= first);
  if (!known || hasGap) return threadOf(newest);
  return { messages: [...older, ...newest], hasOlder: known.hasOlder || (older.length === 0 && !isWhole) };
}

/** Fetches the page before what is known. @throws ApiError */
export async function loadOlder(client: QueryClient, chat: string): Promise<void> {
  const known = client.getQueryData<Thread>(threadKey(chat));
  const [first] = known?.messages ?? [];
  if (!known || !first) return;
  const older = await call(messagesApi.listMessages, {
    params: { chat_id: chat },
    query: { size: PAGE * 2, message_id: first.id },
  });
  client.setQueryData<Thread>(threadKey(chat), (now) => {
    if (now?.messages[0]?.id !== first.id) return now;
    return { messages: [...older, ...now.messages], hasOlder: older.length === PAGE * 2 };
  });
}

/** What is known of a thread here, without reading it. */
export const knownThread = (client: QueryClient, chat: string) =>
  client.getQueryData<Thread>(threadKey(chat));

export const changeThread = (client: QueryClient, chat: string, change: (messages: Message[]) => Message[]) =>
  client.setQueryData<Thread>(threadKey(chat), (now) => now && { ...now, messages: change(now.messages) });

const changeRuns = (client: QueryClient, chat: string, change: (runs: Run[]) => Run[]) =>
  client.setQueryData<Run[]>(runsQuery(chat).queryKey, (now) => change(now ?? []));

/** Shows a run as being written, once. */
export const addRun = (client: QueryClient, chat: string, run: Run) =>
  changeRuns(client, chat, (runs) =>
    runs.some((other) => other.streaming_task_id === run.streaming_task_id) ? runs : [...runs, run],
  );

export const removeRun = (client: QueryClient, chat: string, id: string) =>
  changeRuns(client, chat, (runs) => runs.filter((run) => run.streaming_task_id !== id));
