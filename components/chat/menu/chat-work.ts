import type { QueryClient } from "@tanstack/react-query";
import { type ListedChat, refreshChat, refreshChats } from "@/components/data/chats";
import { refreshWorkspaces } from "@/components/data/workspaces";
import type { useConfirm } from "@/components/ui/confirm";
import type { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi, settingsApi } from "@/lib/chat/chats/operations";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/operations";
import type { Translate } from "@/lib/platform/words/translate";

export type ChatName = { uuid: string; name: string; members_count: number };

type Tools = {
  client: QueryClient;
  toast: ReturnType<typeof useToast>;
  confirm: ReturnType<typeof useConfirm>;
  go: (page: string) => void;
  isShown: (page: string) => boolean;
  usesMemory: boolean;
};
export type ChatWork = ReturnType<typeof createChatWork>;

/** @throws ApiError */
export async function rename(client: QueryClient, { uuid }: ChatName, name: string): Promise<void> {
  await call(settingsApi.set_name, { params: { chat_id: uuid }, body: { name } });
  void refreshChats(client);
  void refreshChat(client, uuid);
}

// Says where a chat is now and who sees it there.
function describeMove(t: Translate<"chatMenu">, chat: ListedChat): string {
  const { name, chat_workspace, members_count, is_public } = chat;
  const folder = chat_workspace?.name;
  const place = folder === undefined ? t("movedOut", { name }) : t("movedInto", { name, folder });
  if (members_count === 1) return is_public ? place : `${place} ${t("onlyYouSee")}`;
  return `${place} ${t(folder === undefined ? "membersSee" : "membersSeeProject")}`;
}

/** Implements the actions of `chat-actions.tsx`, which loads this file on first use. */
export function createChatWork(
  t: Translate<"chatMenu">,
  { client, toast, confirm, go, isShown, usesMemory }: Tools,
) {
  const refresh = ({ uuid }: ChatName) => Promise.all([refreshChats(client), refreshChat(client, uuid)]);
  const changing = async (chat: ChatName, work: Promise<unknown>) => {
    await work;
    await refresh(chat);
  };
  const setMine = (chat: ChatName, body: { starred?: boolean; archived?: boolean; muted?: boolean }) =>
    changing(chat, call(chatsApi.setMine, { params: { chat_id: chat.uuid }, body }));
  const archive = async (chat: ChatName, archived: boolean): Promise<void> => {
    await setMine(chat, { archived });
    toast({
      text: t(archived ? "archived" : "unarchived", { name: chat.name }),
      action: { label: t("undo"), run: () => void archive(chat, !archived).catch(toast) },
    });
  };
  return {
    remove: ({ uuid, name, members_count: members }: ChatName) =>
      confirm({
        title: t("deleteTitle", { name }),
        text: t("deleteHelp", { members }),
        action: t("deleteChat"),
        onConfirm: async () => {
          await call(chatsApi.deleteChat, { params: { chat_id: uuid } });
          if (isShown(`/chats/${uuid}`)) go("/");
          void refreshChats(client);
        },
      }),
    pin: (chat: ChatName, starred: boolean) => setMine(chat, { starred }),
    archive,
    async mute(chat: ChatName, muted: boolean) {
      await setMine(chat, { muted });
      toast(t(muted ? "muted" : "unmuted", { name: chat.name }));
    },
    async move(chat: ChatName, chat_workspace_id: number | null) {
      const params = { chat_id: chat.uuid };
      const moved = await call(chatWorkspacesApi.setChatWorkspace, { params, body: { chat_workspace_id } });
      await Promise.all([refresh(chat), refreshWorkspaces(client)]);
      toast(describeMove(t, moved));
    },
    async beginSubChat(chat: ChatName) {
      const made = await call(chatsApi.createChat, {
        body: { parent_chat_id: chat.uuid, global_memory: usesMemory },
      });
      go(`/chats/${made.uuid}`);
      await refresh(chat);
    },
    setAssistant: (chat: ChatName, virtual_assistant_id: number | null) =>
      changing(
        chat,
        call(settingsApi.set_va, { params: { chat_id: chat.uuid }, body: { virtual_assistant_id } }),
      ),
    setModel: (chat: ChatName, model: string | null) =>
      changing(chat, call(settingsApi.set_model, { params: { chat_id: chat.uuid }, body: { model } })),
  };
}
