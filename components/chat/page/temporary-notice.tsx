"use client";

import { useQueryClient } from "@tanstack/react-query";
import MessageCircleDashed from "lucide-react/icons/message-circle-dashed";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { saveDraft } from "@/components/chat/composer/drafts";
import { type Chat, removeChatQueries } from "@/components/data/chats";
import { outbox } from "@/components/data/outbox";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { deleteTemporary, isBegunHere, wasLeft } from "./temporary";
import { useKeepChat } from "./use-keep-chat";

/** Shows that a chat is temporary, offers to keep it, and deletes it when its page is left. */
export function TemporaryNotice({ chat }: { chat: Chat }) {
  const t = useTranslations("chat");
  const { uuid } = chat;
  const { keep, isBusy } = useKeepChat(uuid);
  const isMine = chat.my_role === "owner" && chat.members_count === 1;
  const goesWhenLeft = isMine && isBegunHere(uuid);
  useLeaving(uuid, goesWhenLeft);
  return (
    <section
      aria-label={t("temporaryChat")}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-sunken px-4 py-2 text-sm md:px-5"
    >
      <MessageCircleDashed className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 basis-64 text-muted">
        {t.rich(goesWhenLeft ? "temporaryNoticeLeft" : "temporaryNotice", {
          name: (text) => <span className="font-medium text-ink">{text}</span>,
        })}
      </p>
      {chat.my_role !== "member" && (
        <Button size="small" busy={isBusy} onClick={() => void keep()}>
          {t("keepChat")}
        </Button>
      )}
    </section>
  );
}

function useLeaving(uuid: string, goesWhenLeft: boolean): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    if (!goesWhenLeft) return;
    const path = `/chats/${uuid}`;
    const hide = () => deleteTemporary(uuid);
    const show = () => wasLeft(uuid) && router.replace("/");
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", show);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", show);
      // A remount at the same address must not delete the chat. The timeout waits until the address has changed.
      setTimeout(() => {
        if (window.location.pathname === path || !deleteTemporary(uuid)) return;
        saveDraft(uuid, "");
        for (const { key } of outbox.of(uuid)) outbox.done(uuid, key);
        removeChatQueries(client, uuid);
      });
    };
  }, [uuid, goesWhenLeft, client, router]);
}
