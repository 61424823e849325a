import { useQuery, useQueryClient } from "@tanstack/react-query";
import DoorOpen from "lucide-react/icons/door-open";
import MessageCircleDashed from "lucide-react/icons/message-circle-dashed";
import Shrink from "lucide-react/icons/shrink";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { OPTIONS_BUTTON } from "@/components/chat/composer/composer-options";
import { useKeepChat } from "@/components/chat/page/use-keep-chat";
import { useLeaveChat } from "@/components/chat/panel/use-leave-chat";
import type { Chat } from "@/components/data/chats";
import { contextQuery } from "@/components/data/context";
import { useTranslations } from "@/components/i18n/words";
import { useConfirm } from "@/components/ui/confirm";
import type { MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { contextApi } from "@/lib/replies/context/operations";

/** Returns the actions of the open chat that are elsewhere on its page than in its menu and header. */
export function useChatCommands(chat: Chat | undefined): MenuItem[] {
  const { uuid = "", name = "", members_count = 0 } = chat ?? {};
  const t = useTranslations("chat");
  const ofOptions = useTranslations("composerOptions");
  const confirm = useConfirm();
  const compact = useCompact(uuid);
  const { keep } = useKeepChat(uuid);
  const { label, title, text, leave } = useLeaveChat({ uuid, name, members_count });
  if (!chat) return [];
  const canKeep = chat.temp && chat.my_role !== "member";
  return [
    {
      label: ofOptions("options"),
      icon: <SlidersHorizontal aria-hidden />,
      onSelect: () => document.getElementById(OPTIONS_BUTTON)?.click(),
    },
    ...compact,
    ...(canKeep
      ? [{ label: t("keepChat"), icon: <MessageCircleDashed aria-hidden />, onSelect: () => void keep() }]
      : []),
    {
      label,
      icon: <DoorOpen aria-hidden />,
      onSelect: () => confirm({ title, text, action: label, onConfirm: leave }),
    },
  ];
}

function useCompact(chat: string): MenuItem[] {
  const t = useTranslations("chatContext");
  const client = useQueryClient();
  const toast = useToast();
  const query = contextQuery(chat);
  const { data } = useQuery({ ...query, enabled: chat !== "" });
  if (!data || data.compactable_messages === 0 || data.compaction?.state === "running") return [];
  const compact = async () => {
    try {
      const answer = await call(contextApi.compactChat, { params: { chat_id: chat } });
      client.setQueryData(query.queryKey, answer);
      toast(t("compacting", { done: 0, total: data.compactable_messages }));
    } catch (error) {
      toast(error as Error);
    }
  };
  return [{ label: t("compact"), icon: <Shrink aria-hidden />, onSelect: () => void compact() }];
}
