import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { z } from "zod";
import type { AnswerOf } from "@/lib/api/contract";
import type { UserInChatFull } from "@/lib/chat/members/contract";
import { chatMembersApi } from "@/lib/chat/members/operations";
import { refreshChat, refreshChats } from "./chats";
import { queryFor } from "./query";

export type ChatMember = z.output<typeof UserInChatFull>;
export type ChatRole = ChatMember["role"];
export type NamedMember = AnswerOf<typeof chatMembersApi.listChatUsers>[number];

export const membersQuery = (chat: string) =>
  queryFor(chatMembersApi.listChatUsersFull, { params: { chat_id: chat } });

export const namesQuery = (chat: string) =>
  queryFor(chatMembersApi.listChatUsers, { params: { chat_id: chat } });

export function useRefreshMembers(chat: string): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersQuery(chat).queryKey }),
        refreshChat(client, chat),
        refreshChats(client),
      ]),
    [client, chat],
  );
}
