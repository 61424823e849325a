import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Chat, chatQuery } from "@/components/chat/thread-data";
import { call } from "@/lib/api/client";
import { chatsApi, type Setting, settings, settingsApi } from "@/lib/chat/chats/contract";

/** What an operation of the settings table takes for a value. */
function inputOf(setting: Setting, value: unknown) {
  const row = settings[setting];
  if (setting === "extra") return { body: value };
  if ("body" in row) return { body: { [row.column]: value } };
  const query = { ["parameter" in row ? row.parameter : setting]: value };
  return { query };
}

/** Saves one setting of a chat; two changes of it go one after the other. */
export function useSetting(chat: Chat, setting: Setting) {
  const client = useQueryClient();
  const { column } = settings[setting];
  return useMutation({
    scope: { id: `${chat.uuid} ${setting}` },
    mutationFn: (value: unknown) =>
      call(settingsApi[`set_${setting}`], {
        params: { chat_id: chat.uuid },
        ...(inputOf(setting, value) as { body?: never }),
      }),
    onSuccess: (answer, value) => {
      const known = column === "canvas" ? { canvas: value as string | null } : {};
      client.setQueryData(
        chatQuery(chat.uuid).queryKey,
        (before) => before && { ...before, ...answer, ...known },
      );
      // Its address comes with the chat alone.
      if (setting === "email_integration_enabled")
        void client.invalidateQueries({ queryKey: chatQuery(chat.uuid).queryKey });
      void client.invalidateQueries({ queryKey: [chatsApi.listChats.path] });
    },
  });
}
export type Saving = Pick<ReturnType<typeof useSetting>, "isPending" | "isSuccess" | "error">;
