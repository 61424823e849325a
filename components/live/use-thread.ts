"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { refreshChat } from "@/components/data/chats";
import { type NewOutgoing, type Outgoing, outbox } from "@/components/data/outbox";
import {
  addRun,
  loadOlder,
  type Message,
  putMessage,
  type ReplyRun,
  refreshReplies,
  refreshThread,
  removeMessage,
  removeRun,
  runsQuery,
  threadQuery,
} from "@/components/data/thread";
import { call, createId } from "@/lib/api/client";
import type { AnswerOf } from "@/lib/api/contract";
import { messagesApi } from "@/lib/chat/messages/operations";
import { memberRatingsApi } from "@/lib/replies/ratings/operations";
import { repliesApi } from "@/lib/replies/runs/operations";
import { useLive } from "./live";

// Applies while there is no live connection.
const POLL_INTERVAL_MS = 5000;

export type { Outgoing } from "@/components/data/outbox";

const none: Outgoing[] = [];
const versions = () => import("@/components/data/versions");

/** Provides the messages of a chat and their actions, which throw an ApiError with a displayable message. */
export function useThread(chat: string) {
  const client = useQueryClient();
  const { isConnected, catchUp } = useLive();
  useEffect(() => catchUp(chat), [catchUp, chat]);
  const thread = useQuery({
    ...threadQuery(chat),
    refetchInterval: isConnected ? false : POLL_INTERVAL_MS,
  });
  // Doesn't poll while a run is followed: the run's own stream reports its end, and polling would remove the run before
  // its message has arrived.
  const runs = useQuery({
    ...runsQuery(chat),
    refetchInterval: ({ state }) => (isConnected || state.data?.length ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: ({ state }) => !state.data?.length,
  });
  const own = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.of(chat),
    () => none,
  );
  const refresh = useCallback(async () => {
    await refreshThread(client, chat);
  }, [chat, client]);
  const runActions = useRunActions(chat, refresh);
  const changes = useMessageChanges(chat, refresh);
  return {
    messages: thread.data?.messages ?? [],
    hasOlder: thread.data?.hasOlder ?? false,
    isPending: thread.isPending,
    error: thread.data ? null : thread.error,
    refresh,
    runs: runs.data ?? [],
    outgoing: own.filter(({ isQueued }) => !isQueued),
    queued: own.filter(({ isQueued }) => isQueued),
    loadOlder: () => loadOlder(client, chat),
    send: (message: Omit<NewOutgoing, "chat">) => outbox.send({ chat, ...message }),
    sendAgain: (key: string, files?: File[]) => outbox.again(chat, key, files),
    stopSending: (key: string) => outbox.stop(key),
    discard: (key: string) => outbox.done(chat, key),
    ...runActions,
    ...changes,
  };
}
export type ThreadActions = ReturnType<typeof useThread>;

function useRunActions(chat: string, refresh: () => Promise<void>) {
  const client = useQueryClient();
  const addStarted = useCallback(
    (id: string, { user_message_id, streaming_task_id }: AnswerOf<typeof messagesApi.retryMessage>) =>
      addRun(client, chat, {
        streaming_task_id: streaming_task_id ?? id,
        user_message_id,
        virtual_assistant_ids: [],
      }),
    [client, chat],
  );
  return {
    // Regenerates the replies to a message; the earlier replies are hidden immediately.
    retry: useCallback(
      async (message: Message, changes?: { model?: string; instruction?: string }): Promise<void> => {
        const id = createId();
        const of = { params: { message_id: message.id }, query: { streaming_task_id: id } };
        addStarted(
          id,
          await (changes
            ? call(messagesApi.regenerateReply, { ...of, body: changes })
            : call(messagesApi.retryMessage, of)),
        );
      },
      [addStarted],
    ),
    // Shows the run instead of the reply, with the text of the reply at its beginning.
    continueReply: useCallback(
      async (message: Message): Promise<void> => {
        const id = createId();
        const params = { message_id: message.id };
        addStarted(id, await call(messagesApi.continueReply, { params, query: { streaming_task_id: id } }));
      },
      [addStarted],
    ),
    stop: (id: string) => call(repliesApi.stopStream, { params: { streaming_task_id: id } }),
    ended: useCallback(
      async ({ streaming_task_id, user_message_id }: ReplyRun) => {
        await Promise.all([refresh(), refreshReplies(client, chat, user_message_id).catch(() => {})]);
        removeRun(client, chat, streaming_task_id);
        // A regenerated reply has lost its ratings.
        void client.invalidateQueries({ queryKey: [memberRatingsApi.listOwnRatings.path] });
        // The first reply may have named the chat.
        void refreshChat(client, chat);
      },
      [chat, client, refresh],
    ),
  };
}

function useMessageChanges(chat: string, refresh: () => Promise<void>) {
  const client = useQueryClient();
  return {
    edit: useCallback(
      async (message: Message, text: string): Promise<void> => {
        const changed = await call(messagesApi.editMessage, {
          params: { message_id: message.id },
          body: { message: text },
        });
        putMessage(client, chat, changed, false);
      },
      [client, chat],
    ),
    reask: useCallback(
      async (message: Message, text: string) =>
        (await versions()).editQuestion(client, chat, message.id, text),
      [client, chat],
    ),
    showVersion: useCallback(
      async (id: number) => (await versions()).showVersion(client, chat, id),
      [client, chat],
    ),
    async remove(message: Message): Promise<void> {
      await call(messagesApi.deleteMessage, { params: { chat_id: chat, message_id: message.id } });
      removeMessage(client, chat, message.id);
      void refresh();
    },
  };
}
