"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { createContext, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from "react";
import { refreshChat, refreshChats } from "@/components/data/chats";
import { refreshWorkspaces } from "@/components/data/workspaces";
import { useConfirm } from "@/components/ui/confirm";
import { lazy } from "@/components/ui/lazy";
import { NameDialog } from "@/components/ui/name-dialog";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import { chatsApi, settingsApi } from "@/lib/chat/chats/contract";
import { chatWorkspacesApi } from "@/lib/chat/workspaces/contract";

const ShareDialog = lazy(() =>
  import("@/components/share/share-dialog").then((file) => ({ default: file.ShareDialog })),
);

/** What both the list and the open chat know of a chat. */
export type ChatName = { uuid: string; name: string; members_count: number };

export type ChatActions = {
  rename: (chat: ChatName) => void;
  share: (chat: ChatName) => void;
  remove: (chat: ChatName) => void;
  star: (chat: ChatName, starred: boolean) => Promise<void>;
  archive: (chat: ChatName, archived: boolean) => Promise<void>;
  setAssistant: (chat: ChatName, id: number | null) => Promise<void>;
  setModel: (chat: ChatName, model: string | null) => Promise<void>;
  saveAsTask: (chat: ChatName) => Promise<void>;
  move: (chat: ChatName, workspace: number | null) => Promise<void>;
  beginSubChat: (chat: ChatName) => Promise<void>;
};

const Context = createContext<ChatActions | undefined>(undefined);
export const useChatActions = (): ChatActions => useContext(Context)!;

/** What one can do with a chat, from the list or from the chat itself; with the dialogs that ask first. */
export function ChatActionsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const router = useRouter();
  const path = usePathname();
  const shown = useRef(path);
  shown.current = path;
  const toast = useToast();
  const [renaming, setRenaming] = useState<ChatName>();
  const [sharing, setSharing] = useState<ChatName>();
  const confirm = useConfirm();

  const actions = useMemo((): ChatActions => {
    const changed = async (chat: ChatName) => {
      await Promise.all([refreshChats(client), refreshChat(client, chat.uuid)]);
    };
    const attempt = async (chat: ChatName, work: () => Promise<unknown>) => {
      try {
        await work();
        await changed(chat);
      } catch (error) {
        toast(error as Error);
      }
    };
    const setMine = (chat: ChatName, body: { starred?: boolean; archived?: boolean }) =>
      call(chatsApi.setMine, { params: { chat_id: chat.uuid }, body });
    const archive = (chat: ChatName, archived: boolean): Promise<void> =>
      attempt(chat, async () => {
        await setMine(chat, { archived });
        toast({
          text: archived ? `“${chat.name}” is in the archive.` : `“${chat.name}” is back in the list.`,
          action: { label: "Undo", run: () => void archive(chat, !archived) },
        });
      });
    return {
      rename: setRenaming,
      share: setSharing,
      remove: ({ uuid, name, members_count: members }) =>
        confirm({
          title: `Delete “${name}”?`,
          text: `Its messages and files go with it${members > 1 ? `, for all ${members} members` : ""}. This cannot be undone.`,
          action: "Delete chat",
          onConfirm: async () => {
            await call(chatsApi.deleteChat, { params: { chat_id: uuid } });
            if (shown.current === `/chats/${uuid}`) router.push("/");
            void refreshChats(client);
          },
        }),
      star: (chat, starred) => attempt(chat, () => setMine(chat, { starred })),
      archive,
      saveAsTask: (chat) =>
        attempt(chat, async () => {
          const { saveAsTask } = await import("@/components/data/tasks");
          const saved = await saveAsTask(client, chat.uuid);
          toast({
            text: `Saved as the task “${saved.name}”, version ${saved.version_number}.`,
            action: { label: "Open", run: () => router.push(`/tasks/${saved.task_id}`) },
          });
        }),
      move: (chat, chat_workspace_id) =>
        attempt(chat, async () => {
          await call(chatWorkspacesApi.setChatWorkspace, {
            params: { chat_id: chat.uuid },
            body: { chat_workspace_id },
          });
          await refreshWorkspaces(client);
        }),
      beginSubChat: (chat) =>
        attempt(chat, async () => {
          const made = await call(chatsApi.createChat, { body: { parent_chat_id: chat.uuid } });
          router.push(`/chats/${made.uuid}`);
        }),
      setAssistant: (chat, virtual_assistant_id) =>
        attempt(chat, () =>
          call(settingsApi.set_va, { params: { chat_id: chat.uuid }, body: { virtual_assistant_id } }),
        ),
      setModel: (chat, model) =>
        attempt(chat, () => call(settingsApi.set_model, { params: { chat_id: chat.uuid }, body: { model } })),
    };
  }, [client, router, toast, confirm]);

  const rename = async (name: string) => {
    await call(settingsApi.set_name, { params: { chat_id: renaming!.uuid }, body: { name } });
    void refreshChats(client);
    void refreshChat(client, renaming!.uuid);
  };
  return (
    <Context value={actions}>
      {children}
      {renaming && (
        <NameDialog
          title="Rename chat"
          action="Rename"
          name={renaming.name}
          maxLength={200}
          onClose={() => setRenaming(undefined)}
          onName={rename}
        />
      )}
      {sharing && (
        <Suspense>
          <ShareDialog uuid={sharing.uuid} name={sharing.name} onClose={() => setSharing(undefined)} />
        </Suspense>
      )}
    </Context>
  );
}
