"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ChatFilter, type ListedChat, orderChats, refreshChats } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";

export function useOrder(filter: ChatFilter, chats: ListedChat[]) {
  const t = useTranslations("sidebar");
  const client = useQueryClient();
  const toast = useToast();
  const [said, setSaid] = useState("");

  async function put(uuid: string, to: number): Promise<void> {
    const moved = chats.find((chat) => chat.uuid === uuid);
    if (!moved || to < 0 || to >= chats.length) return;
    const rest = chats.filter((chat) => chat !== moved);
    const order = [...rest.slice(0, to), moved, ...rest.slice(to)];
    orderChats(client, filter, order);
    setSaid(t("position", { name: moved.name, position: to + 1, count: chats.length }));
    try {
      await call(chatWorkspacesApi.orderChatsByUuid, {
        query: { workspace_uuid: filter.chat_workspace_id },
        body: order.map((chat) => chat.uuid),
      });
    } catch (error) {
      toast(error as Error);
      void refreshChats(client);
    }
  }

  return {
    said,
    moveBy: (uuid: string, by: -1 | 1) => void put(uuid, chats.findIndex((chat) => chat.uuid === uuid) + by),
    moveBefore: (uuid: string, other: string) => {
      const from = chats.findIndex((chat) => chat.uuid === uuid);
      const to = chats.findIndex((chat) => chat.uuid === other);
      void put(uuid, from < to ? to - 1 : to);
    },
  };
}
export type Order = ReturnType<typeof useOrder>;
