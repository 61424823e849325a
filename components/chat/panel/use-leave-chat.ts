import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type Chat, refreshChats } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatMembersApi } from "@/lib/chat/members/operations";

/** Returns what a question about leaving the chat says, and what it does when it is confirmed. */
export function useLeaveChat(chat: Pick<Chat, "uuid" | "name" | "members_count">) {
  const t = useTranslations("chatPanel");
  const client = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const isOnlyOne = chat.members_count === 1;
  return {
    label: t("leave"),
    title: t("leaveTitle", { name: chat.name }),
    text: t(isOnlyOne ? "leaveLastHelp" : "leaveHelp"),
    leave: async () => {
      await call(chatMembersApi.leaveChat, { params: { chat_id: chat.uuid } });
      say(t(isOnlyOne ? "deleted" : "left", { name: chat.name }));
      router.push("/");
      await refreshChats(client);
    },
  };
}
