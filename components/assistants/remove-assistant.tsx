"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type Assistant, refreshAssistants } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";

export function RemoveAssistant({ assistant, onRemoved }: { assistant: Assistant; onRemoved: () => void }) {
  const t = useTranslations("assistants");
  const client = useQueryClient();
  const router = useRouter();
  async function remove() {
    await call(assistantsApi.removeAssistant, { params: { id: assistant.id } });
    onRemoved();
    await refreshAssistants(client);
    router.push("/assistants");
    // Refreshes cached pages, so that new chats no longer offer the assistant.
    router.refresh();
  }
  return (
    <ConfirmButton
      action={t("remove")}
      question={t("removeTitle", { name: assistant.name })}
      onConfirm={remove}
    >
      {t("removeHelp")}
    </ConfirmButton>
  );
}
