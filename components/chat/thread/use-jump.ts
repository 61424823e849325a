"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";

export function useJump(chat: string): { jump: (id: number) => Promise<void>; isSeeking: boolean } {
  const client = useQueryClient();
  const toast = useToast();
  const t = useTranslations("chat");
  const [isSeeking, setIsSeeking] = useState(false);
  const jump = useCallback(
    async (id: number) => {
      setIsSeeking(true);
      try {
        const { scrollToMessage } = await import("./jump");
        if (!(await scrollToMessage(client, chat, id))) toast({ text: t("messageGone"), isFailure: true });
      } catch (error) {
        toast(error as Error);
      } finally {
        setIsSeeking(false);
      }
    },
    [chat, client, toast, t],
  );
  return { jump, isSeeking };
}
