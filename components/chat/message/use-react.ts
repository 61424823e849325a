"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";

export function useToggleReaction(chat: string): (message: Message, emoji: string) => void {
  const client = useQueryClient();
  const toast = useToast();
  const { me } = usePeople();
  return useCallback(
    (message, emoji) => {
      import("@/components/data/reactions")
        .then((file) => file.react(client, chat, message, emoji, me.id))
        .catch(toast);
    },
    [chat, client, me.id, toast],
  );
}
