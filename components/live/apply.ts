import type { QueryClient } from "@tanstack/react-query";
import { refreshChat, refreshChats } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import {
  addRun,
  changeThread,
  onThreadRead,
  putMessage,
  refreshChatQueries,
  removeMessage,
  removeRun,
  replaceThread,
} from "@/components/data/thread";
import { refreshVisitors } from "@/components/data/visitors-later";
import { refreshWorkspaces, workspacesQuery } from "@/components/data/workspaces";
import { markChatAdded, markChatRemoved } from "@/lib/api/client";
import type { LiveEvent, LiveEventName } from "@/lib/chat/live/contract";
import { CURSOR_EVENT } from "./cursor-event";
import { markTyping, setOnline, unmarkTyping, VISITOR_ID } from "./presence";

const LIST_REFETCH_INTERVAL_MS = 1000;
let isListDue = false;

type Handlers = {
  [K in LiveEventName]?: (client: QueryClient, data: Extract<LiveEvent, { event: K }>["data"]) => void;
};

const handlers: Handlers = {
  "message.created": (client, data) => {
    applyMessage(client, data, true);
  },
  "message.updated": (client, data) => {
    applyMessage(client, data, false);
  },
  "message.deleted": (client, { chat_uuid, message_id }) => {
    removeMessage(client, chat_uuid, message_id);
    // Deleting an unread message also changes the unread count.
    void refreshChat(client, chat_uuid);
    readListAgain(client);
  },
  "messages.cleared": (client, { chat_uuid }) => {
    changeThread(client, chat_uuid, () => []);
    readListAgain(client);
  },
  "reply.started": (client, { chat_id: _, chat_uuid, ...run }) => {
    addRun(client, chat_uuid, run);
  },
  "reply.finished": (client, { chat_uuid, streaming_task_id }) => {
    removeRun(client, chat_uuid, streaming_task_id);
    // The first reply may have named the chat.
    void refreshChat(client, chat_uuid);
  },
  "chat.updated": (client, { chat_uuid, fields }) => {
    void refreshChatQueries(client, chat_uuid);
    if (fields.includes("messages")) void readMessagesAgain(client, chat_uuid);
    readListAgain(client);
  },
  "document.updated": (client, { chat_uuid }) => {
    void readDocumentsAgain(client, chat_uuid);
  },
  "mail.held": (client, { chat_uuid }) => {
    void refreshChatQueries(client, chat_uuid);
    readListAgain(client);
  },
  "chat.added": (client, { chat_uuid }) => {
    markChatAdded(chat_uuid);
    readListAgain(client);
  },
  "chat.removed": (client, { chat_uuid }) => {
    markChatRemoved(chat_uuid);
    navigator.serviceWorker?.controller?.postMessage({ type: "drop", path: `/chats/${chat_uuid}` });
    readListAgain(client);
  },
  typing: (_client, { chat_uuid, user_id, full_name }) =>
    markTyping(chat_uuid, user_id ?? VISITOR_ID, full_name),
  cursor: (_client, detail) => void window.dispatchEvent(new CustomEvent(CURSOR_EVENT, { detail })),
  presence: (_client, { user_id, is_online }) => setOnline(user_id, is_online),
  reset: (client) => readAllAgain(client),
};

const PASSING: LiveEventName[] = ["typing", "cursor"];
// Recent events, which are reapplied to pages that were rendered before the events arrived.
const recent: { live: LiveEvent; at: number }[] = [];
const RECENT_MS = 60_000;

/** Applies a live event to the query cache; idempotent. */
export function apply(client: QueryClient, live: LiveEvent): void {
  const now = Date.now();
  while (recent[0] && now - recent[0].at > RECENT_MS) recent.shift();
  // This event reloads the thread. Earlier message events are included in the response, or belong to a version that is
  // no longer shown.
  if (live.event === "chat.updated" && live.data.fields.includes("messages"))
    forgetMessages(live.data.chat_uuid);
  if ("chat_uuid" in live.data && !PASSING.includes(live.event)) recent.push({ live, at: now });
  handle(client, live);
}

/** Applies recent events to a chat that was loading when they arrived. */
export function applyRecentEvents(client: QueryClient, chat: string): void {
  for (const live of heardSince(chat, Date.now() - RECENT_MS)) handle(client, live);
}

function forgetMessages(chat: string): void {
  const isKept = ({ live }: (typeof recent)[number]) =>
    !live.event.startsWith("message") || !("chat_uuid" in live.data) || live.data.chat_uuid !== chat;
  recent.splice(0, recent.length, ...recent.filter(isKept));
}

const heardSince = (chat: string, since: number): LiveEvent[] =>
  recent.flatMap(({ live, at }) =>
    at > since && "chat_uuid" in live.data && live.data.chat_uuid === chat ? live : [],
  );

// The assumed maximum age of a server-rendered thread when it arrives. For client requests, the start is known.
const MAX_RENDER_AGE_MS = 5000;

/**
 * Reapplies recent events after each read of a thread, because the response may predate them. Returns a function that
 * unsubscribes.
 */
export function reapplyEventsAfterReads(client: QueryClient): () => void {
  return onThreadRead(client, (chat, begunAt = Date.now()) =>
    handleMessagesSince(client, chat, Math.min(begunAt, Date.now() - MAX_RENDER_AGE_MS)),
  );
}

// Reapplies the message events that a read of a thread may lack.
function handleMessagesSince(client: QueryClient, chat: string, since: number): void {
  for (const live of heardSince(chat, since)) if (live.event.startsWith("message")) handle(client, live);
}

// Reloads a thread whose shown version has changed, and reapplies the events that arrived meanwhile.
async function readMessagesAgain(client: QueryClient, chat: string): Promise<void> {
  const begunAt = Date.now();
  await replaceThread(client, chat).catch(() => {});
  handleMessagesSince(client, chat, begunAt - 1);
}

function handle(client: QueryClient, { event, data }: LiveEvent): void {
  (handlers[event] as ((client: QueryClient, data: unknown) => void) | undefined)?.(client, data);
}

type CreatedMessage = Extract<LiveEvent, { event: "message.created" }>["data"];

function applyMessage(
  client: QueryClient,
  { chat_uuid, message, idempotency_key }: CreatedMessage,
  isNew: boolean,
): void {
  if (message.from_user_id !== null) unmarkTyping(chat_uuid, message.from_user_id);
  else if (message.user_type === "guest") unmarkTyping(chat_uuid, VISITOR_ID);
  putMessage(client, chat_uuid, message, isNew);
  // The key of a recording that was sent again ends in the number of the attempt (`send-voice.ts`).
  if (idempotency_key) outbox.done(chat_uuid, idempotency_key.replace(/\.\d+$/, ""));
  if (isNew && message.message_attachments) void readDocumentsAgain(client, chat_uuid);
  readListAgain(client);
}

const readDocumentsAgain = (client: QueryClient, chat: string) =>
  refreshChatQueries(client, chat, "/documents");

function readAllAgain(client: QueryClient): void {
  void client.invalidateQueries({ refetchType: "active" });
}

function readListAgain(client: QueryClient): void {
  if (isListDue) return;
  isListDue = true;
  setTimeout(() => {
    isListDue = false;
    void refreshChats(client);
    // Needless while no folders are cached: `chat.updated` reports a new one, or its creator's page loads it.
    if (client.getQueryData(workspacesQuery.queryKey)?.length) void refreshWorkspaces(client);
    void refreshVisitors(client);
  }, LIST_REFETCH_INTERVAL_MS);
}
