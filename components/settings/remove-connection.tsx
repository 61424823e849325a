"use client";

import { useQueryClient } from "@tanstack/react-query";
import { refreshConnections } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { call } from "@/lib/api/client";
import { providersApi } from "@/lib/llm/providers/operations";

type RemoveConnectionProps = { connection: string; name: string; onRemoved: () => void };

export function RemoveConnection({ connection, name, onRemoved }: RemoveConnectionProps) {
  const t = useTranslations("settingsModels");
  const client = useQueryClient();
  async function remove() {
    await call(providersApi.removeConnection, { params: { connection } });
    await refreshConnections(client);
    onRemoved();
  }
  return (
    <ConfirmButton
      action={t("disconnect")}
      question={t("disconnectQuestion", { provider: name })}
      onConfirm={remove}
    >
      {t("disconnectHelp")}
    </ConfirmButton>
  );
}
