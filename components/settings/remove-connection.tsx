"use client";

import { useQueryClient } from "@tanstack/react-query";
import { refreshConnections } from "@/components/data/models";
import { useTranslations } from "@/components/i18n/words";
import { ConfirmButton } from "@/components/ui/confirm-button";
import { call } from "@/lib/api/client";
import type { ProviderKind } from "@/lib/llm/models/contract";
import { providersApi } from "@/lib/llm/providers/operations";

export function RemoveConnection({ kind, onRemoved }: { kind: ProviderKind; onRemoved: () => void }) {
  const t = useTranslations("settingsModels");
  const client = useQueryClient();
  async function remove() {
    await call(providersApi.removeConnection, { params: { provider: kind.provider } });
    await refreshConnections(client);
    onRemoved();
  }
  return (
    <ConfirmButton
      action={t("disconnect")}
      question={t("disconnectQuestion", { provider: kind.label })}
      onConfirm={remove}
    >
      {t("disconnectHelp")}
    </ConfirmButton>
  );
}
