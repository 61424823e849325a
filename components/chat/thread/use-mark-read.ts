"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshChat, refreshChats } from "@/components/data/chats";
import { refreshVisitors } from "@/components/data/visitors-later";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";

/** Marks a chat as read up to its last message while the page is visible. */
export function useMarkRead(chat: string, lastId: number | undefined, unread: number | undefined): void {
  const client = useQueryClient();
  const marked = useRef(0);
  useEffect(() => {
    if (lastId === undefined || lastId <= marked.current) return;
    if (marked.current === 0 && unread === 0) {
      marked.current = lastId;
      return;
    }
    const mark = () => {
      if (document.visibilityState === "hidden" || lastId <= marked.current) return;
      marked.current = lastId;
      call(chatsApi.markRead, { params: { chat_id: chat }, body: { message_id: lastId } }).then(
        () => {
          void refreshChats(client);
          void refreshChat(client, chat);
          void refreshVisitors(client);
        },
        // A failure is ignored, because the next message or visit marks the chat again.
        () => {},
      );
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [chat, lastId, unread, client]);
}
