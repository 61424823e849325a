import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Chat, changeChat, refreshChat, refreshChats } from "@/components/data/chats";
import { call } from "@/lib/api/client";
import { settingsApi } from "@/lib/chat/chats/operations";
import { type ChatSetting, getSetting, toField } from "@/lib/chat/chats/settings";

function toSettingInput(setting: ChatSetting, value: unknown) {
  const { input, parameter = setting } = getSetting(setting);
  if (setting === "extra") return { body: value };
  if (input === "body") return { body: { [toField(setting)]: value } };
  return { query: { [parameter]: value } };
}

/** Saves a setting of a chat; changes of one setting are sent in order. */
export function useSetting(chat: Pick<Chat, "uuid">, setting: ChatSetting) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `${chat.uuid} ${setting}` },
    mutationFn: (value: unknown) =>
      call(settingsApi[`set_${setting}`], {
        params: { chat_id: chat.uuid },
        ...(toSettingInput(setting, value) as { body?: never }),
      }),
    onSuccess: (answer, value) => {
      const known = setting === "canvas" ? { canvas: value as string | null } : {};
      changeChat(client, chat.uuid, { ...answer, ...known });
      // The response to a setting doesn't contain the chat's mail address, so the chat is fetched.
      if (setting === "email_integration_enabled") void refreshChat(client, chat.uuid);
      void refreshChats(client);
    },
  });
}
export type Saving = Pick<ReturnType<typeof useSetting>, "isPending" | "isSuccess" | "error">;
