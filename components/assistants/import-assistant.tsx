"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { refreshAssistants } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { JsonFileButton } from "@/components/ui/json-file-button";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { SentBodyOf } from "@/lib/api/contract";
import { assistantsApi } from "@/lib/chat/assistants/operations";

// Ample for an exported assistant, whose picture and instructions are limited.
const MAX_FILE_BYTES = 1_000_000;

export function ImportAssistant() {
  const t = useTranslations("assistants");
  const toast = useToast();
  const router = useRouter();
  const client = useQueryClient();
  return (
    <JsonFileButton
      label={t("import")}
      fieldLabel={t("importFile")}
      maxBytes={MAX_FILE_BYTES}
      unreadable={t("notAnAssistant")}
      getRefusal={(where, why) => t("fileRefused", { where, why })}
      send={async (body: SentBodyOf<typeof assistantsApi.importAssistant>) => {
        const { id, name } = await call(assistantsApi.importAssistant, { body });
        toast(t("created", { name }));
        await refreshAssistants(client);
        router.push(`/assistants/${id}`);
        router.refresh();
      }}
    />
  );
}
