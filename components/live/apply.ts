import type { QueryClient } from "@tanstack/react-query";
import {
  addRun,
  changeThread,
  chatQuery,
  type Message,
  removeRun,
  runsQuery,
  threadQuery,
} from "@/components/chat/thread-data";
import { outbox } from "@/components/data/outbox";
import { chatsApi } from "@/lib/chat/chats/contract";
import type { LiveEvent, LiveEventName } from "@/lib/chat/live/contract";
import { publicStaffApi } from "@/lib/surfaces/public-chats/contract";
import { seen, startsTyping, stopsTyping } from "./presence";

/** The list of chats is read again at most this often, however much happens. In ms. */
const LIST_EVERY = 1000;
let isListDue = false;

type Handlers = {
  [K in LiveEventName]?: (client: QueryClient, data: Extract<LiveEvent, { event: K }>["data"]) => void;
};

const handlers: Handlers = {
  "message.created": (client, data) => {
    heardOf(client, data, true);
  },
  "message.updated": (client, data) => {
    heardOf(client, data, false);
  },
  "message.deleted": (client, { chat_uuid, message_id }) => {
    changeThread(client, chat_uuid, (all) => all.filter(({ id }) => id !== message_id));
    readListAgain(client);
  },
  "messages.cleared": (client, { chat_uuid }) => {
    changeThread(client, chat_uuid, () => []);
    readListAgain(client);
  },
  "reply.started": (client, { chat_uuid, streaming_task_id, user_message_id, virtual_assistant_ids }) => {
    addRun(client, chat_uuid, { streaming_task_id, user_message_id, virtual_assistant_ids });
  },
  "reply.finished": (client, { chat_uuid, streaming_task_id }) => {
    removeRun(client, chat_uuid, streaming_task_id);
    // The first reply may have given the chat its name.
    void client.invalidateQueries({ queryKey: chatQuery(chat_uuid).queryKey });
  },
  "chat.updated": (client, { chat_uuid }) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfChat(queryKey, chat_uuid) });
    readListAgain(client);
  },
  "document.updated": (client, { chat_uuid }) => {
    void readDocumentsAgain(client, chat_uuid);
  },
  "mail.held": (client, { chat_uuid }) => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOfChat(queryKey, chat_uuid) });
    readListAgain(client);
  },
  "chat.added": (client) => readListAgain(client),
  "chat.removed": (client) => readListAgain(client),
  typing: (_client, { chat_uuid, user_id, full_name }) => startsTyping(chat_uuid, user_id, full_name),
  presence: (_client, { user_id, is_online }) => seen(user_id, is_online),
  reset: (client) => readAllAgain(client),
};

/** What was heard of late. A page that the server rendered before that has it to catch up on. */
const recent: { live: LiveEvent; at: number }[] = [];
const RECENT_MS = 60_000;

/** Brings what the page knows up to date with an event; again is no fault. */
export function apply(client: QueryClient, live: LiveEvent): void {
  const now = Date.now();
  while (recent[0] && now - recent[0].at > RECENT_MS) recent.shift();
  if ("chat_uuid" in live.data && live.event !== "typing") recent.push({ live, at: now });
  handle(client, live);
}

/** Tells a chat that has just been opened what was heard of it while it was on its way. */
export function catchUp(client: QueryClient, chat: string): void {
  for (const live of heardSince(chat, Date.now() - RECENT_MS)) handle(client, live);
}

const heardSince = (chat: string, since: number): LiveEvent[] =>
  recent.flatMap(({ live, at }) =>
    at > since && "chat_uuid" in live.data && live.data.chat_uuid === chat ? live : [],
  );

/** As long as a request that reads a thread may be on its way. In ms. */
const READING = 5000;

/**
 * A thread that is read again may be answered with what it was before something
 * that has been heard of meanwhile: that is applied once more, until the answer
 * of this is called.
 */
export function keepUp(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((change) => {
    if (change.type !== "updated" || change.action.type !== "success" || change.action.manual) return;
    const [name, chat] = change.query.queryKey;
    if (name !== threadKeyName) return;
    // Of messages only: that is what was read.
    for (const live of heardSince(String(chat), Date.now() - READING))
      if (live.event.startsWith("message")) handle(client, live);
  });
}

function handle(client: QueryClient, { event, data }: LiveEvent): void {
  (handlers[event] as ((client: QueryClient, data: unknown) => void) | undefined)?.(client, data);
}

type Told = Extract<LiveEvent, { event: "message.created" }>["data"];

function heardOf(client: QueryClient, { chat_uuid, message, idempotency_key }: Told, isNew: boolean): void {
  if (message.from_user_id !== null) stopsTyping(chat_uuid, message.from_user_id);
  changeThread(client, chat_uuid, (all) => withMessage(all, message, isNew));
  if (idempotency_key) outbox.done(chat_uuid, idempotency_key);
  if (isNew && message.message_attachments) void readDocumentsAgain(client, chat_uuid);
  readListAgain(client);
}

const readDocumentsAgain = (client: QueryClient, chat: string) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/documents") && isOfChat(queryKey, chat),
  });

/** After a gap: whatever is shown is read anew. */
function readAllAgain(client: QueryClient): void {
  void client.invalidateQueries({ refetchType: "active" });
}

/** What a chat's own queries have in common is its address; its messages and replies come as events of their own. */
function isOfChat(key: readonly unknown[], uuid: string): boolean {
  const isThread = key[0] === threadKeyName || key[0] === runsKeyName;
  return !isThread && typeof key[1] === "string" && key[1].includes(uuid);
}
const threadKeyName = threadQuery("", undefined as never).queryKey[0];
const runsKeyName = runsQuery("").queryKey[0];

/** In the order of the chat, which is that of the ids. What is older than all that is known is left to be scrolled to. */
function withMessage(known: Message[], message: Message, isNew: boolean): Message[] {
  if (known.some(({ id }) => id === message.id))
    return known.map((other) => (other.id === message.id ? message : other));
  const isOlder = known.length > 0 && message.id < known[0]!.id;
  if (!isNew || isOlder) return known;
  const at = known.findLastIndex(({ id }) => id < message.id) + 1;
  return [...known.slice(0, at), message, ...known.slice(at)];
}

function readListAgain(client: QueryClient): void {
  if (isListDue) return;
  isListDue = true;
  setTimeout(() => {
    isListDue = false;
    void client.invalidateQueries({ queryKey: [chatsApi.listChats.path] });
    void client.invalidateQueries({ queryKey: [publicStaffApi.listVisitors.path] });
  }, LIST_EVERY);
}
