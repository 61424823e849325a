"use client";

import { ComposerOptions } from "@/components/chat/composer/composer-options";
import { useSetting } from "@/components/chat/panel/use-setting";
import type { Chat } from "@/components/data/chats";
import { useToast } from "@/components/ui/toast";

export function ChatOptions({ chat }: { chat: Chat }) {
  const saving = useSetting(chat, "global_memory");
  const toast = useToast();
  const usesMemory = saving.isPending ? saving.variables === true : chat.global_memory;
  return (
    <ComposerOptions usesMemory={usesMemory} onMemory={(isOn) => saving.mutate(isOn, { onError: toast })} />
  );
}
