"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Info from "lucide-react/icons/info";
import { type Chat, refreshChat, refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { isOwn } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import type { ThreadActions } from "@/components/live/use-thread";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { settingsApi } from "@/lib/chat/chats/operations";

export function NoAssistant({ chat, thread }: { chat: Chat; thread: ThreadActions }) {
  const t = useTranslations("chat");
  const client = useQueryClient();
  const toast = useToast();
  const { me, assistants } = usePeople();
  const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
  const last = thread.messages.at(-1);
  const choosing = useMutation({
    mutationFn: async (id: number) => {
      await call(settingsApi.set_va, { params: { chat_id: chat.uuid }, body: { virtual_assistant_id: id } });
      // The last message has no reply yet.
      if (last && isOwn(last, me.id)) await thread.retry(last);
      await Promise.all([refreshChat(client, chat.uuid), refreshChats(client)]);
    },
    onError: toast,
  });
  return (
    <section
      aria-label={t("noAssistant")}
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl bg-sunken px-4 py-2.5 text-sm"
    >
      <Info className="size-4 shrink-0 text-muted" aria-hidden />
      <p className="min-w-0 flex-1 basis-56 text-muted">
        {t(usual ? "emptyNoAssistant" : "groupWithoutAssistants")}
      </p>
      {usual ? (
        <Button size="small" busy={choosing.isPending} onClick={() => choosing.mutate(usual.id)}>
          {t("letReply", { name: usual.name })}
        </Button>
      ) : (
        <Link href="/assistants" className="font-medium underline underline-offset-2">
          {t("openAssistants")}
        </Link>
      )}
    </section>
  );
}
