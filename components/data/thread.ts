import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import type { ChatMessageSchema } from "@/lib/chat/messages/contract";
import { messagesApi } from "@/lib/chat/messages/operations";
import { repliesApi } from "@/lib/replies/runs/operations";
import { refreshChats } from "./chats";
import { queryFor } from "./query";

export type Message = z.output<typeof ChatMessageSchema>;
export const isOwn = ({ from_user_id, user_type }: Message, userId: number): boolean =>
  from_user_id === userId && user_type === "user";
export const isEvent = ({ type, user_type }: Message): boolean => type === "event" || user_type === "system";
/** Returns the id of the question that a reply answers; undefined for people's messages, which only quote others. */
export const getAnsweredQuestionId = ({ user_type, replying_to_message }: Message): number | undefined =>
  user_type === "assistant" ? replying_to_message?.id : undefined;
/** Returns the ids of a question's versions, oldest first; empty if there is only one. */
export const getVersionIds = ({ extra }: Message): number[] =>
  Array.isArray(extra?.versions) ? extra.versions.filter(Number.isInteger) : [];
export type ReplyRun = {
  streaming_task_id: string;
  user_message_id: number;
  virtual_assistant_ids: number[];
  comparison?: { model: string; position: number } | null;
};
export type Thread = { messages: Message[]; hasOlder: boolean };

export const PAGE = 25;
const MAX_PAGE_MESSAGES = 100;
// Maximum pages that a jump loads. It loads all pages in between, so that the thread has no gaps.
const MAX_PAGES = 100;

export const runsQuery = (chat: string) => queryFor(repliesApi.listRuns, { params: { chat_id: chat } });
// The key omits the address, so that all pages of a thread share one query.
const threadKey = (chat: string) => [messagesApi.listMessages.path, chat] as const;

/** Refetching loads the newest page and keeps the older ones. */
export const threadQuery = (chat: string) =>
  queryOptions({
    queryKey: threadKey(chat),
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const newest = await call(messagesApi.listMessages, {
        params: { chat_id: chat },
        query: { size: PAGE },
        signal,
      });
      return withNewest(client.getQueryData<Thread>(threadKey(chat)), newest);
    },
  });

export const toThread = (newest: Message[]): Thread => ({
  messages: newest,
  hasOlder: newest.length === PAGE,
});

// Merges the newest page into a thread; messages missing from the page were deleted.
function withNewest(thread: Thread | undefined, newest: Message[]): Thread {
  const first = newest[0]?.id ?? Number.POSITIVE_INFINITY;
  const older = thread?.messages.filter(({ id }) => id < first) ?? [];
  const isWhole = newest.length < PAGE;
  if (isWhole) return { messages: newest, hasOlder: false };
  // Messages may be missing between the loaded ones and the newest page, so older pages are dropped and loaded again
  // on scrolling.
  const hasGap = thread !== undefined && !thread.messages.some(({ id }) => id >= first);
  if (!thread || hasGap) return toThread(newest);
  return { messages: [...older, ...newest], hasOlder: thread.hasOlder || (older.length === 0 && !isWhole) };
}

/**
 * Loads the page before the first loaded message.
 * @throws ApiError
 */
export async function loadOlder(client: QueryClient, chat: string): Promise<void> {
  const thread = findCachedThread(client, chat);
  const [first] = thread?.messages ?? [];
  if (!thread || !first) return;
  putOlder(client, chat, first.id, await pageBefore(chat, first.id, PAGE * 2));
}

/**
 * Loads all pages back to a message and then shows them together.
 * @throws ApiError
 */
export async function loadBackTo(client: QueryClient, chat: string, id: number): Promise<void> {
  const thread = findCachedThread(client, chat);
  const [first] = thread?.messages ?? [];
  if (!thread?.hasOlder || !first || first.id <= id) return;
  let older: Thread = { messages: [], hasOlder: true };
  for (let page = 0; page < MAX_PAGES && older.hasOlder && (older.messages[0] ?? first).id > id; page++) {
    const before = await pageBefore(chat, (older.messages[0] ?? first).id, MAX_PAGE_MESSAGES);
    older = { ...before, messages: [...before.messages, ...older.messages] };
  }
  putOlder(client, chat, first.id, older);
}

async function pageBefore(chat: string, id: number, size: number): Promise<Thread> {
  const messages = await call(messagesApi.listMessages, {
    params: { chat_id: chat },
    query: { size, message_id: id },
  });
  return { messages, hasOlder: messages.length === size };
}

// Prepends older messages unless the thread now begins elsewhere and reaches further back.
const putOlder = (client: QueryClient, chat: string, before: number, older: Thread) =>
  client.setQueryData<Thread>(threadKey(chat), (now) => {
    const first = now?.messages[0]?.id ?? before;
    // Another page was loaded meanwhile, or the thread was replaced.
    if (!now || first > before || (older.messages[0]?.id ?? before) >= first) return now;
    return {
      messages: [...older.messages.filter(({ id }) => id < first), ...now.messages],
      hasOlder: older.hasOlder,
    };
  });

export const findCachedThread = (client: QueryClient, chat: string) =>
  client.getQueryData<Thread>(threadKey(chat));

export const changeThread = (
  client: QueryClient,
  chat: string,
  change: (messages: Message[], hasOlder: boolean) => Message[],
) =>
  client.setQueryData<Thread>(
    threadKey(chat),
    (now) => now && { ...now, messages: change(now.messages, now.hasOlder) },
  );

export const putMessage = (client: QueryClient, chat: string, message: Message, isNew: boolean) =>
  changeThread(client, chat, (known, hasOlder) => withMessage({ messages: known, hasOlder }, message, isNew));

// Inserts a message by id, since a chat is ordered by id. A new version of a question replaces the shown version and
// everything after it. Messages older than the loaded part are left out; scrolling loads them.
function withMessage({ messages: known, hasOlder }: Thread, message: Message, isNew: boolean): Message[] {
  if (known.some(({ id }) => id === message.id))
    return known.map((other) => (other.id === message.id ? message : withQuote(other, message)));
  const isOlder = hasOlder && known.length > 0 && message.id < known[0]!.id;
  if (!isNew || isOlder) return known;
  const others = getVersionIds(message);
  const from = known.find(({ id }) => others.includes(id))?.id ?? message.id;
  const before = known.filter(({ id }) => id < Math.min(from, message.id));
  return [...before, message, ...known.filter(({ id }) => id > message.id)];
}

export const removeMessage = (client: QueryClient, chat: string, id: number) =>
  changeThread(client, chat, (known) =>
    known
      .filter((message) => message.id !== id)
      .map((message) =>
        message.replying_to_message?.id === id ? { ...message, replying_to_message: null } : message,
      ),
  );

function withQuote(message: Message, { id, message: text }: Message): Message {
  const { replying_to_message: quoted } = message;
  if (quoted?.id !== id || quoted.message === text) return message;
  return { ...message, replying_to_message: { ...quoted, message: text } };
}

const changeRuns = (client: QueryClient, chat: string, change: (runs: ReplyRun[]) => ReplyRun[]) =>
  client.setQueryData<ReplyRun[]>(runsQuery(chat).queryKey, (now) => change(now ?? []));

export const addRun = (client: QueryClient, chat: string, run: ReplyRun) =>
  changeRuns(client, chat, (runs) => {
    const known = runs.find((other) => other.streaming_task_id === run.streaming_task_id);
    if (!known) return [...runs, run];
    // The sender adds its run before the event arrives, which adds the assistants and the comparison.
    const ids =
      known.virtual_assistant_ids.length > 0 ? known.virtual_assistant_ids : run.virtual_assistant_ids;
    const comparison = known.comparison ?? run.comparison;
    if (ids === known.virtual_assistant_ids && comparison === known.comparison) return runs;
    return runs.map((other) =>
      other === known ? { ...known, virtual_assistant_ids: ids, comparison } : other,
    );
  });

export const removeRun = (client: QueryClient, chat: string, id: string) =>
  changeRuns(client, chat, (runs) => runs.filter((run) => run.streaming_task_id !== id));

export async function refreshThread(client: QueryClient, chat: string): Promise<void> {
  await client.refetchQueries({ queryKey: threadKey(chat) });
  void refreshChats(client);
}

// Latest `replaceThread` request per chat; responses to earlier ones are dropped.
const lastReads = new Map<string, symbol>();

/**
 * Reloads a thread about as far back as it was loaded, because another version of a question is shown.
 * @throws ApiError
 */
export async function replaceThread(client: QueryClient, chat: string): Promise<void> {
  const thread = findCachedThread(client, chat);
  if (!thread) return;
  const read = Symbol();
  lastReads.set(chat, read);
  const size = Math.min(Math.max(thread.messages.length, PAGE), MAX_PAGE_MESSAGES);
  const newest = await call(messagesApi.listMessages, { params: { chat_id: chat }, query: { size } });
  if (lastReads.get(chat) !== read) return;
  client.setQueryData<Thread>(threadKey(chat), { messages: newest, hasOlder: newest.length === size });
}

/**
 * Reloads the replies to a message that is older than the newest page.
 * @throws ApiError
 */
export async function refreshReplies(client: QueryClient, chat: string, question: number): Promise<void> {
  const newest = findCachedThread(client, chat)?.messages.at(-PAGE);
  if (!newest || newest.id <= question) return;
  const after = await call(messagesApi.listMessages, {
    params: { chat_id: chat },
    query: { size: PAGE, after_message_id: question },
  });
  for (const message of after) putMessage(client, chat, message, false);
}

export const expireThread = (client: QueryClient, chat: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: threadKey(chat) }),
    client.invalidateQueries({ queryKey: runsQuery(chat).queryKey }),
    refreshChats(client),
  ]);

/** Applies the response to a sent message, unless its events have arrived already. */
export async function acknowledge(
  client: QueryClient,
  chat: string,
  { user_message_id, streaming_task_id }: AnswerOf<typeof messagesApi.sendMessage>,
): Promise<void> {
  const known = () => findCachedThread(client, chat)?.messages ?? [];
  // The run is rendered below its question, which must be there.
  if (!known().some(({ id }) => id === user_message_id)) {
    await refreshThread(client, chat);
    await untilRead(client, chat);
  }
  const isOver = known().some(
    (message) =>
      getAnsweredQuestionId(message) === user_message_id ||
      // The message was processed without a reply.
      (message.id === user_message_id && message.message_processed_at !== null),
  );
  if (streaming_task_id && !isOver)
    addRun(client, chat, { streaming_task_id, user_message_id, virtual_assistant_ids: [] });
}

// Resolves when the thread isn't being fetched; while offline, once the connection is back.
const untilRead = (client: QueryClient, chat: string) =>
  new Promise<void>((resolve) => {
    const isRead = () => (client.getQueryState(threadKey(chat))?.fetchStatus ?? "idle") === "idle";
    if (isRead()) return resolve();
    const stop = client.getQueryCache().subscribe(() => {
      if (!isRead()) return;
      stop();
      resolve();
    });
  });

/**
 * Calls the listener whenever a thread was loaded by a request or with a server-rendered page.
 * @param listener Receives the chat and, for a request, its start in milliseconds since the epoch
 */
export function onThreadRead(
  client: QueryClient,
  listener: (chat: string, begunAt?: number) => void,
): () => void {
  const begunAt = new Map<string, number>();
  return client.getQueryCache().subscribe((change) => {
    if (change.type !== "updated") return;
    const { action, query } = change;
    const [path, chat] = query.queryKey;
    if (path !== messagesApi.listMessages.path) return;
    if (action.type === "fetch") begunAt.set(query.queryHash, Date.now());
    else if (action.type === "setState") listener(String(chat));
    else if (action.type === "success" && !action.manual) {
      listener(String(chat), begunAt.get(query.queryHash));
      begunAt.delete(query.queryHash);
    }
  });
}

/**
 * Invalidates all queries about a chat except messages and replies, which have their own events.
 * @param under Prefix of the addresses
 */
export const refreshChatQueries = (client: QueryClient, chat: string, under = "") =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path, address] }) =>
      path !== messagesApi.listMessages.path &&
      path !== repliesApi.listRuns.path &&
      String(path).startsWith(under) &&
      typeof address === "string" &&
      address.includes(chat),
  });
