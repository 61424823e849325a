"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useToast } from "@/components/ui/toast";

/** Goes to a message of the thread, however far back, and marks it for a moment. */
export function useJump(chat: string): { jump: (id: number) => Promise<void>; isSeeking: boolean } {
  const client = useQueryClient();
  const toast = useToast();
  const [isSeeking, setIsSeeking] = useState(false);
  const jump = useCallback(
    async (id: number) => {
      setIsSeeking(true);
      try {
        const { jumpTo } = await import("./jump");
        if (!(await jumpTo(client, chat, id))) toast("This message is not there any more.");
      } catch (error) {
        toast(error as Error);
      } finally {
        setIsSeeking(false);
      }
    },
    [chat, client, toast],
  );
  return { jump, isSeeking };
}
