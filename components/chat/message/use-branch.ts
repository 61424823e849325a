"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import type { Message } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";

/**
 * Branches a chat at a message and opens the branch. With a text, the message is replaced by it and answered there.
 * @returns false if the branch could not be created
 */
export function useBranch(chat: string): (message: Pick<Message, "id">, text?: string) => Promise<boolean> {
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  return useCallback(
    async ({ id }, text) => {
      try {
        const { branchFrom } = await import("@/components/data/versions");
        router.push(`/chats/${await branchFrom(client, chat, id, text)}`);
        return true;
      } catch (error) {
        toast(error as Error);
        return false;
      }
    },
    [chat, client, router, toast],
  );
}
