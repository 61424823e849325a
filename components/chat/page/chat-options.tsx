"use client";

import { ComposerOptions, type ReplyOptions } from "@/components/chat/composer/composer-options";
import { ContextGauge } from "@/components/chat/composer/context-gauge";
import { useSetting } from "@/components/chat/panel/use-setting";
import type { Chat } from "@/components/data/chats";
import { useToast } from "@/components/ui/toast";

type ChatOptionsProps = {
  chat: Chat;
  assistantId: number;
  canUseMemory: boolean;
  version: string | undefined;
};

export const ChatOptions = ({ version, ...options }: ChatOptionsProps) => (
  <>
    {options.chat.my_role !== "member" && <ReplySettings {...options} />}
    <ContextGauge chat={options.chat} version={version} />
  </>
);

function ReplySettings({ chat, assistantId, canUseMemory }: Omit<ChatOptionsProps, "version">) {
  const memory = useShownSetting(chat, "global_memory");
  const tools = useShownSetting(chat, "tool_switches");
  const effort = useShownSetting(chat, "reasoning_effort");
  const options = { toolSwitches: tools.value, effort: effort.value };
  const change = (changed: Partial<ReplyOptions>) => {
    if (changed.usesMemory !== undefined) memory.save(changed.usesMemory);
    if (changed.toolSwitches) tools.save(changed.toolSwitches);
    if (changed.effort !== undefined) effort.save(changed.effort);
  };
  return (
    <ComposerOptions
      assistantId={assistantId}
      chat={chat.uuid}
      options={canUseMemory ? { ...options, usesMemory: memory.value } : options}
      onChange={change}
    />
  );
}

type Options = Pick<Chat, "global_memory" | "tool_switches" | "reasoning_effort">;

// Shows the new value while it is saved, so that the next change starts from it.
function useShownSetting<S extends keyof Options>(chat: Chat, setting: S) {
  const saving = useSetting(chat, setting);
  const toast = useToast();
  return {
    value: saving.isPending ? (saving.variables as Options[S]) : chat[setting],
    save: (value: Options[S]) => saving.mutate(value, { onError: toast }),
  };
}
