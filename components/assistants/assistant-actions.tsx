"use client";

import { useQueryClient } from "@tanstack/react-query";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import { useRouter } from "next/navigation";
import { type Assistant, refreshAssistants } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { Button, getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useToast } from "@/components/ui/toast";
import { useBusy } from "@/components/ui/use-busy";
import { buildPath, call } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import { RemoveAssistant } from "./remove-assistant";

type AssistantActionsProps = { assistant: Assistant; canManage: boolean; onRemoved: () => void };

export function AssistantActions({ assistant, canManage, onRemoved }: AssistantActionsProps) {
  const t = useTranslations("assistants");
  const router = useRouter();
  const toast = useToast();
  const client = useQueryClient();
  const { busy, doing } = useBusy<"duplicate">();
  const params = { id: assistant.id };
  const duplicate = () =>
    doing("duplicate", async () => {
      const copy = await call(assistantsApi.duplicateAssistant, { params });
      toast(t("created", { name: copy.name }));
      await refreshAssistants(client);
      router.push(`/assistants/${copy.id}`);
      router.refresh();
    });
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <Link href={`/?assistant=${assistant.id}`} className={getButtonClass()}>
        <MessageSquarePlus className="size-4" aria-hidden /> {t("startChat")}
      </Link>
      {canManage && (
        <Button busy={busy !== undefined} onClick={duplicate}>
          <Copy className="size-4" aria-hidden /> {t("duplicate")}
        </Button>
      )}
      <a
        href={buildPath(assistantsApi.exportAssistant, { params })}
        download={`${assistant.name}.assistant.json`}
        className={getButtonClass()}
      >
        <Download className="size-4" aria-hidden /> {t("export")}
      </a>
      {canManage && <RemoveAssistant assistant={assistant} onRemoved={onRemoved} />}
    </div>
  );
}
