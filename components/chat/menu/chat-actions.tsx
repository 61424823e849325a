"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { createContext, type ReactNode, Suspense, useContext, useMemo, useRef, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import type { ListedChat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useLazyTranslations } from "@/components/i18n/words";
import { useConfirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";
import type { ChatName, ChatWork } from "./chat-work";

const ShareDialog = lazy(() =>
  import("@/components/share/share-dialog").then((file) => ({ default: file.ShareDialog })),
);

const RenameDialog = lazy(() => import("./rename-dialog").then((file) => ({ default: file.RenameDialog })));
const MoveDialog = lazy(() => import("./move-dialog").then((file) => ({ default: file.MoveDialog })));
const SaveDialog = lazy(() => import("./save-dialog").then((file) => ({ default: file.SaveDialog })));
const TagDialog = lazy(() => import("./tag-dialog").then((file) => ({ default: file.TagDialog })));

export type PlacedChat = ChatName & Pick<ListedChat, "chat_workspace" | "is_public" | "tags">;

export type ChatActions = {
  rename: (chat: ChatName) => void;
  search: (chat: ChatName) => void;
  share: (chat: ChatName) => void;
  publish: (chat: ChatName) => void;
  report: (chat: ChatName) => void;
  remove: (chat: ChatName) => Promise<void>;
  pin: (chat: ChatName, starred: boolean) => Promise<void>;
  tag: (chat: PlacedChat) => void;
  archive: (chat: ChatName, archived: boolean) => Promise<void>;
  mute: (chat: ChatName, muted: boolean) => Promise<void>;
  setAssistant: (chat: ChatName, id: number | null) => Promise<void>;
  setModel: (chat: ChatName, model: string | null) => Promise<void>;
  saveAsTask: (chat: ChatName) => void;
  move: (chat: ChatName, workspace: number | null) => Promise<void>;
  moveTo: (chat: PlacedChat) => void;
  beginSubChat: (chat: ChatName) => Promise<void>;
};

const Context = createContext<ChatActions | undefined>(undefined);
export const useChatActions = (): ChatActions => useContext(Context)!;

export function ChatActionsProvider({
  onSearch,
  children,
}: {
  onSearch: (chat: ChatName) => void;
  children: ReactNode;
}) {
  const words = useLazyTranslations("chatMenu");
  const client = useQueryClient();
  const router = useRouter();
  const path = usePathname();
  const shown = useRef(path);
  shown.current = path;
  const toast = useToast();
  const [renaming, setRenaming] = useState<ChatName>();
  const [sharing, setSharing] = useState<ChatName>();
  const [moving, setMoving] = useState<PlacedChat>();
  const [tagging, setTagging] = useState<PlacedChat>();
  const [saving, setSaving] = useState<ChatName>();
  const confirm = useConfirm();
  const { usesMemory } = usePeople().me;

  const begin = useRef(onSearch);
  begin.current = onSearch;

  const actions = useMemo((): ChatActions => {
    const tools = {
      client,
      toast,
      confirm,
      go: router.push,
      isShown: (page: string) => page === shown.current,
      usesMemory,
    };
    const work = (what: (on: ChatWork) => unknown) =>
      Promise.all([import("./chat-work"), words()])
        .then(([file, t]) => what(file.createChatWork(t, tools)))
        .then(() => {}, toast);
    return {
      rename: setRenaming,
      search: (chat) => begin.current(chat),
      share: setSharing,
      publish: (chat) => router.push(`/chats/${chat.uuid}/publish`),
      report: (chat) => router.push(`/chats/${chat.uuid}/report`),
      tag: setTagging,
      moveTo: setMoving,
      remove: (chat) => work((on) => on.remove(chat)),
      pin: (chat, starred) => work((on) => on.pin(chat, starred)),
      archive: (chat, archived) => work((on) => on.archive(chat, archived)),
      mute: (chat, muted) => work((on) => on.mute(chat, muted)),
      saveAsTask: setSaving,
      move: (chat, workspace) => work((on) => on.move(chat, workspace)),
      beginSubChat: (chat) => work((on) => on.beginSubChat(chat)),
      setAssistant: (chat, id) => work((on) => on.setAssistant(chat, id)),
      setModel: (chat, model) => work((on) => on.setModel(chat, model)),
    };
  }, [client, router, toast, confirm, words, usesMemory]);

  return (
    <Context value={actions}>
      {children}
      <Suspense>
        {renaming && <RenameDialog chat={renaming} onClose={() => setRenaming(undefined)} />}
        {sharing && (
          <ShareDialog uuid={sharing.uuid} name={sharing.name} onClose={() => setSharing(undefined)} />
        )}
        {moving && (
          <MoveDialog
            chat={moving}
            onMove={(folder) => void actions.move(moving, folder)}
            onClose={() => setMoving(undefined)}
          />
        )}
        {saving && <SaveDialog chat={saving} onClose={() => setSaving(undefined)} />}
        {tagging && <TagDialog chat={tagging} onClose={() => setTagging(undefined)} />}
      </Suspense>
    </Context>
  );
}
