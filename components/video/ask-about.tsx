"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { refreshChats } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { toMarkdownFile } from "./save-text";
import type { VideoSource } from "./source";

export function AskAbout({
  name,
  text,
  source,
}: {
  name: string;
  text: string;
  source: VideoSource | undefined;
}) {
  const t = useTranslations("video");
  const { me, assistants } = usePeople();
  const router = useRouter();
  const client = useQueryClient();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
      const body = {
        name: name.slice(0, 100),
        virtual_assistant_id: usual?.id ?? null,
        global_memory: me.usesMemory,
      };
      const { uuid } = await call(chatsApi.createChat, { body });
      await call(documentsApi.addDocuments, { body: { chat_id: uuid }, files: [toMarkdownFile(name, text)] });
      if (source && "document" in source)
        await call(documentsApi.copyDocument, {
          params: { id: source.document.id },
          body: { chat_id: uuid },
        });
      void refreshChats(client);
      router.push(`/chats/${uuid}`);
    } catch (error) {
      say(error as Error);
      setBusy(false);
    }
  };
  return (
    <Button size="small" busy={isBusy} onClick={() => void begin()}>
      {t("askInChat")}
    </Button>
  );
}
