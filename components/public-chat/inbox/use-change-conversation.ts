import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { setVisitor, type Visitor } from "@/components/data/visitors";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { SentBodyOf } from "@/lib/api/contract";
import { inboxApi } from "@/lib/channels/public-chats/operations";

export type ConversationChange = SentBodyOf<typeof inboxApi.updateConversation>;

export function useChangeConversation() {
  const client = useQueryClient();
  const toast = useToast();
  return useCallback(
    async (chat: string, body: ConversationChange): Promise<Visitor | undefined> => {
      try {
        const visitor = await call(inboxApi.updateConversation, { params: { chat_id: chat }, body });
        void setVisitor(client, visitor);
        return visitor;
      } catch (error) {
        toast(error as Error);
        return undefined;
      }
    },
    [client, toast],
  );
}
