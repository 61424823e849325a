"use client";

import Download from "lucide-react/icons/download";
import MessageSquarePlus from "lucide-react/icons/message-square-plus";
import type { Assistant } from "@/components/data/assistants";
import { useTranslations } from "@/components/i18n/words";
import { getButtonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { buildPath } from "@/lib/api/client";
import { assistantsApi } from "@/lib/chat/assistants/operations";
import { DuplicateAssistant } from "./duplicate-assistant";
import { RemoveAssistant } from "./remove-assistant";

type AssistantActionsProps = { assistant: Assistant; canDuplicate: boolean; onRemoved: () => void };

export function AssistantActions({ assistant, canDuplicate, onRemoved }: AssistantActionsProps) {
  const t = useTranslations("assistants");
  return (
    <div className="flex w-full flex-wrap gap-2 sm:w-auto">
      <Link href={`/?assistant=${assistant.id}`} className={getButtonClass()}>
        <MessageSquarePlus className="size-4" aria-hidden /> {t("startChat")}
      </Link>
      {canDuplicate && <DuplicateAssistant assistant={assistant} />}
      <a
        href={buildPath(assistantsApi.exportAssistant, { params: { id: assistant.id } })}
        download={`${assistant.name}.assistant.json`}
        className={getButtonClass()}
      >
        <Download className="size-4" aria-hidden /> {t("export")}
      </a>
      {assistant.may_manage && <RemoveAssistant assistant={assistant} onRemoved={onRemoved} />}
    </div>
  );
}
