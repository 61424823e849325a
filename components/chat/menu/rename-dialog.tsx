"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "@/components/i18n/words";
import { NameDialog } from "@/components/ui/name-dialog";
import { type ChatName, rename } from "./chat-work";

export function RenameDialog({ chat, onClose }: { chat: ChatName; onClose: () => void }) {
  const t = useTranslations("chatDialogs");
  const client = useQueryClient();
  return (
    <NameDialog
      title={t("renameTitle")}
      action={t("rename")}
      name={chat.name}
      maxLength={200}
      onClose={onClose}
      onName={(name) => rename(client, chat, name)}
    />
  );
}
