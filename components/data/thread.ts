import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { call } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { type ChatMessageSchema, messagesApi } from "@/lib/chat/messages/contract";
import { repliesApi } from "@/lib/conversation/replies/contract";
import { refreshChats } from "./chats";
import { queryFor } from "./query";

export type Message = z.output<typeof ChatMessageSchema>;
/** Written by the person with this id. */
export const isOwn = ({ from_user_id, user_type }: Message, userId: number): boolean =>
  from_user_id === userId && user_type === "user";
/** Tells what has happened in the chat; nobody wrote it. */
export const isEvent = ({ type, user_type }: Message): boolean => type === "event" || user_type === "system";
/** The message that an assistant's reply answers. People quote, which is no reply. */
export const questionOf = ({ user_type, replying_to_message }: Message): number | undefined =>
  user_type === "assistant" ? replying_to_message?.id : undefined;
/** The ids of the versions of a question, oldest first; empty where there are no others. */
export const versionsOf = ({ extra }: Message): number[] =>
  Array.isArray(extra?.versions) ? extra.versions.filter(Number.isInteger) : [];
export type Run = {
  streaming_task_id: string;
  user_message_id: number;
  virtual_assistant_ids: number[];
  /** Of one among several models that answer side by side. */
  comparison?: { model: string; position: number } | null;
};
/** The messages that are known here, oldest first. */
export type Thread = { messages: Message[]; hasOlder: boolean };

export const PAGE = 25;
const MOST_AT_ONCE = 100;
/** So far back a message is looked for: what lies between is read too, so that the thread has no gaps. */
const MOST_PAGES = 100;

export const runsQuery = (chat: string) => queryFor(repliesApi.listRuns, { params: { chat_id: chat } });
/** Not the address, which changes with the page. */
const threadKey = (chat: string) => [messagesApi.listMessages.path, chat] as const;

/** The thread of a chat; reading it again fetches its newest page and keeps the older ones. */
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
  const known = knownThread(client, chat);
  const [first] = known?.messages ?? [];
  if (!known || !first) return;
  putOlder(client, chat, first.id, await pageBefore(chat, first.id, PAGE * 2));
}

/** Fetches what lies before what is known, back to a message; it is shown when all of it is there. @throws ApiError */
export async function loadBackTo(client: QueryClient, chat: string, id: number): Promise<void> {
  const known = knownThread(client, chat);
  const [first] = known?.messages ?? [];
  if (!known?.hasOlder || !first || first.id <= id) return;
  let older: Thread = { messages: [], hasOlder: true };
  for (let page = 0; page < MOST_PAGES && older.hasOlder && (older.messages[0] ?? first).id > id; page++) {
    const before = await pageBefore(chat, (older.messages[0] ?? first).id, MOST_AT_ONCE);
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

/** Puts what was read before a message there, unless the thread does not begin with it any more and reaches further back. */
const putOlder = (client: QueryClient, chat: string, before: number, older: Thread) =>
  client.setQueryData<Thread>(threadKey(chat), (now) => {
    const first = now?.messages[0]?.id ?? before;
    // Another page came in the meantime, or all was read anew.
    if (!now || first > before || (older.messages[0]?.id ?? before) >= first) return now;
    return {
      messages: [...older.messages.filter(({ id }) => id < first), ...now.messages],
      hasOlder: older.hasOlder,
    };
  });

/** What is known of a thread here, without reading it. */
export const knownThread = (client: QueryClient, chat: string) =>
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

/** Shows a message as it is now, and one that is new at its place. */
export const putMessage = (client: QueryClient, chat: string, message: Message, isNew: boolean) =>
  changeThread(client, chat, (known, hasOlder) => withMessage({ messages: known, hasOlder }, message, isNew));

/** In the order of the chat, which is that of the ids; a new version takes the place of the one that was shown and of what came after that. What is older than all that is known of a longer thread is left to be scrolled to. */
function withMessage({ messages: known, hasOlder }: Thread, message: Message, isNew: boolean): Message[] {
  if (known.some(({ id }) => id === message.id))
    return known.map((other) => (other.id === message.id ? message : withQuote(other, message)));
  const isOlder = hasOlder && known.length > 0 && message.id < known[0]!.id;
  if (!isNew || isOlder) return known;
  const others = versionsOf(message);
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

/** A message with what it quotes as that is now. */
function withQuote(message: Message, { id, message: text }: Message): Message {
  const { replying_to_message: quoted } = message;
  if (quoted?.id !== id || quoted.message === text) return message;
  return { ...message, replying_to_message: { ...quoted, message: text } };
}

const changeRuns = (client: QueryClient, chat: string, change: (runs: Run[]) => Run[]) =>
  client.setQueryData<Run[]>(runsQuery(chat).queryKey, (now) => change(now ?? []));

/** Shows a run as being written, once. */
export const addRun = (client: QueryClient, chat: string, run: Run) =>
  changeRuns(client, chat, (runs) => {
    const known = runs.find((other) => other.streaming_task_id === run.streaming_task_id);
    if (!known) return [...runs, run];
    // Whoever sent the message knows its run before it is heard who replies, and with which model.
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

/** Reads a thread again, and then the lists of chats, where its last message stands. */
export async function refreshThread(client: QueryClient, chat: string): Promise<void> {
  await client.refetchQueries({ queryKey: threadKey(chat) });
  void refreshChats(client);
}

/** The latest read by `replaceThread` of each chat. Answers to earlier ones are dropped. */
const lastReads = new Map<string, symbol>();

/** Reads a thread anew, about as far back as it is known: another version of a question is shown. @throws ApiError */
export async function replaceThread(client: QueryClient, chat: string): Promise<void> {
  const known = knownThread(client, chat);
  if (!known) return;
  const read = Symbol();
  lastReads.set(chat, read);
  const size = Math.min(Math.max(known.messages.length, PAGE), MOST_AT_ONCE);
  const newest = await call(messagesApi.listMessages, { params: { chat_id: chat }, query: { size } });
  if (lastReads.get(chat) !== read) return;
  client.setQueryData<Thread>(threadKey(chat), { messages: newest, hasOlder: newest.length === size });
}

/** Reads the replies to a message again that is further back than the newest page. @throws ApiError */
export async function refreshReplies(client: QueryClient, chat: string, question: number): Promise<void> {
  const newest = knownThread(client, chat)?.messages.at(-PAGE);
  if (!newest || newest.id <= question) return;
  const after = await call(messagesApi.listMessages, {
    params: { chat_id: chat },
    query: { size: PAGE, after_message_id: question },
  });
  for (const message of after) putMessage(client, chat, message, false);
}

/** Has a chat read again when it is opened, after something was begun in it from elsewhere. */
export const expireThread = (client: QueryClient, chat: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: threadKey(chat) }),
    client.invalidateQueries({ queryKey: runsQuery(chat).queryKey }),
    refreshChats(client),
  ]);

/** Shows what the server says of a message that was sent, unless it was heard of live already. */
export async function acknowledge(
  client: QueryClient,
  chat: string,
  { user_message_id, streaming_task_id }: AnswerOf<typeof messagesApi.sendMessage>,
): Promise<void> {
  const known = () => knownThread(client, chat)?.messages ?? [];
  // Its reply is drawn below it.
  if (!known().some(({ id }) => id === user_message_id)) {
    await refreshThread(client, chat);
    await untilRead(client, chat);
  }
  const isOver = known().some(
    (message) =>
      questionOf(message) === user_message_id ||
      // Nobody replies to it.
      (message.id === user_message_id && message.message_processed_at !== null),
  );
  if (streaming_task_id && !isOver)
    addRun(client, chat, { streaming_task_id, user_message_id, virtual_assistant_ids: [] });
}

/** Done when a thread is not being read any more: without a connection, once it is back. */
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
 * Calls with a chat whenever the server has answered with its thread, or with a page that has it.
 * @param listener Receives the chat and, for a request, its start in ms since the epoch
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

/** Reads again whatever is about a chat, except its messages and replies, which come as events of their own. @param under Only addresses that begin so. */
export const refreshAllOf = (client: QueryClient, chat: string, under = "") =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path, address] }) =>
      path !== messagesApi.listMessages.path &&
      path !== repliesApi.listRuns.path &&
      String(path).startsWith(under) &&
      typeof address === "string" &&
      address.includes(chat),
  });
