import { findGuestName } from "@/components/automation/inbound-mail/mail-of";
import { getImportSource } from "@/components/chat/reply/notes";
import { findAssistant, usePeople } from "@/components/data/people";
import type { Message } from "@/components/data/thread";
import { useTranslations } from "@/components/i18n/words";
import { useGetName } from "./members";

export function useGetAuthor(): (message: Message) => {
  name: string;
  avatar: string | null;
  avatar_url: string | null;
} {
  const t = useTranslations("inboundMail");
  const people = usePeople();
  const getName = useGetName();
  return (message) => {
    if (message.user_type !== "assistant")
      return {
        name: findGuestName(message, t("visitor")) ?? getName(message.from_user_id),
        avatar: null,
        avatar_url: null,
      };
    const imported = message.from_virtual_assistant_id === null ? getImportSource(message.extra) : undefined;
    return imported
      ? { name: imported, avatar: null, avatar_url: null }
      : findAssistant(people, message.from_virtual_assistant_id);
  };
}
