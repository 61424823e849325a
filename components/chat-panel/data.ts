import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { z } from "zod";
import { chatQuery } from "@/components/chat/thread-data";
import { queryFor } from "@/lib/api/query";
import { chatsApi } from "@/lib/chat/chats/contract";
import { chatMembersApi, type UserInChatFull } from "@/lib/chat/members/contract";

export type Member = z.output<typeof UserInChatFull>;
export type Role = Member["role"];
export const roleNames: Record<Role, string> = { owner: "Owner", admin: "Admin", member: "Member" };

export const membersQuery = (chat: string) =>
  queryFor(chatMembersApi.listChatUsersFull, { params: { chat_id: chat } });

const readAgain = (client: QueryClient, chat: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: membersQuery(chat).queryKey }),
    client.invalidateQueries({ queryKey: chatQuery(chat).queryKey }),
    client.invalidateQueries({ queryKey: [chatsApi.listChats.path] }),
  ]);

/** Reads a chat, its members and the lists it is in again, after one of them was changed here. */
export function useReadAgain(chat: string): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(() => readAgain(client, chat), [client, chat]);
}
