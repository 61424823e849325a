"use client";

import { useQueryClient } from "@tanstack/react-query";
import Copy from "lucide-react/icons/copy";
import { useRouter } from "next/navigation";
import { type Assistant, refreshAssistants } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";

export function DuplicateAssistant({ assistant: { id } }: { assistant: Assistant }) {
  const t = useTranslations("assistants");
  const router = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  const { busy, doing } = useBusy<"duplicate">();
  const duplicate = () =>
    doing("duplicate", async () => {
      const copy = await call(assistantsApi.duplicateAssistant, { params: { id } });
      toast(t("created", { name: copy.name }));
      await refreshAssistants(client);
      router.push(`/assistants/${copy.id}`);
      router.refresh();
    });
  return (
    <Button busy={busy !== undefined} onClick={duplicate}>
      <Copy className="size-4" aria-hidden /> {t("duplicate")}
    </Button>
  );
}
