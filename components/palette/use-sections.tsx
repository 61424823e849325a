"use client";

import { useQuery } from "@tanstack/react-query";
import Bot from "lucide-react/icons/bot";
import FileText from "lucide-react/icons/file-text";
import LayoutTemplate from "lucide-react/icons/layout-template";
import MessageSquare from "lucide-react/icons/message-square";
import MessagesSquare from "lucide-react/icons/messages-square";
import Search from "lucide-react/icons/search";
import Zap from "lucide-react/icons/zap";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useStartFromTask } from "@/components/automation/tasks/use-start-from-task";
import { usePeople } from "@/components/data/people";
import {
  actionsFound,
  chatSearchQuery,
  type FoundItem,
  taskSearchQuery,
  textSearchQuery,
} from "@/components/data/search";
import { useTranslations } from "@/components/i18n/words";
import { toResultUrl } from "@/components/search/found";
import { Highlighted } from "@/components/search/highlighted";
import { rankName } from "@/components/search/rank";
import { useDebounced } from "@/components/ui/use-debounced";
import { call } from "@/lib/api/client";
import { chatsApi } from "@/lib/chat/chats/operations";
import type { Key } from "@/lib/platform/words/screens";

export type PaletteEntry = {
  key: string;
  label: ReactNode;
  /** Name whose exact or prefix match moves the entry up; absent for search results. */
  name?: string;
  hint?: string;
  icon: ReactNode;
  /** The palette closes before `run`, which may open a dialog of its own. */
  closesFirst?: true;
  run: () => unknown;
};
export type Section = {
  kind: Extract<
    Key<"palette">,
    | "chats"
    | "messages"
    | "documents"
    | "search"
    | "thisChat"
    | "chatWith"
    | "fromTemplate"
    | "runPrompt"
    | "goTo"
  >;
  entries: PaletteEntry[];
};
export type Within = { uuid: string; name: string };

export const matches = (text: string, search: string): boolean => rankName(text, search) > 0;

export function useFoundSections(search: string, within: Within | undefined) {
  const t = useTranslations("palette");
  const router = useRouter();
  const chats = useQuery(chatSearchQuery(search));
  const texts = useQuery(textSearchQuery(useDebounced(search), within?.uuid));
  const goTo = useGoToResult();
  const sections: Section[] = [
    {
      kind: "chats",
      entries: (chats.data ?? [])
        // Placeholder results of the previous search are filtered until the new ones arrive.
        .filter(({ name }) => !chats.isPlaceholderData || matches(name, search))
        .map(({ uuid, name, chat_workspace }) => ({
          key: `chat-${uuid}`,
          label: name,
          hint: chat_workspace?.name,
          icon: <MessagesSquare aria-hidden />,
          run: () => router.push(`/chats/${uuid}`),
        })),
    },
    ...(["messages", "documents"] as const).map((kind) => ({
      kind,
      entries: (search ? (texts.data ?? []) : [])
        .filter((result) => result.kind === kind)
        .map((result) => ({
          key: toResultUrl(result),
          label: <Highlighted text={result.text} ranges={result.highlights} isMarkdown isShort />,
          hint: result.kind === "documents" ? result.file_name : result.chat?.name,
          icon: kind === "messages" ? <MessageSquare aria-hidden /> : <FileText aria-hidden />,
          run: () => goTo(result),
        })),
    })),
    {
      kind: "search",
      entries: search
        ? [
            {
              key: "search",
              label: within ? t("searchWithin", { name: within.name, search }) : t("searchAll", { search }),
              icon: <Search aria-hidden />,
              run: () =>
                router.push(
                  `/search?${new URLSearchParams({ q: search, ...(within && { chat: within.uuid }) })}`,
                ),
            },
          ]
        : [],
    },
  ];
  return { sections, chats, texts };
}

// Opens a result. For messages of the open chat, only the address changes, so that the page isn't requested again.
function useGoToResult() {
  const router = useRouter();
  return (item: FoundItem) => {
    const address = toResultUrl(item);
    const isHere = item.kind === "messages" && window.location.pathname === `/chats/${item.chat.uuid}`;
    if (isHere) window.history.pushState(null, "", address);
    else router.push(address);
  };
}

export function useBeginningSections(search: string, runAction: (id: number) => void) {
  const router = useRouter();
  const { me, assistants } = usePeople();
  const tasks = useQuery(taskSearchQuery(search));
  const actions = useQuery(actionsFound);
  const startFromTask = useStartFromTask();
  const begin = async (input: Parameters<typeof call<typeof chatsApi.createChat>>[1]) =>
    router.push(`/chats/${(await call(chatsApi.createChat, input)).uuid}`);
  const sections: Section[] = [
    {
      kind: "chatWith",
      entries: assistants
        .filter(({ name }) => matches(name, search))
        .slice(0, 5)
        .map(({ id, name, description }) => ({
          key: `assistant-${id}`,
          label: name,
          name,
          hint: description ?? undefined,
          icon: <Bot aria-hidden />,
          run: () => begin({ body: { virtual_assistant_id: id, global_memory: me.usesMemory } }),
        })),
    },
    {
      kind: "fromTemplate",
      entries: (tasks.data ?? []).map(({ id, name, description }) => ({
        key: `task-${id}`,
        label: name,
        name,
        hint: description ?? undefined,
        icon: <LayoutTemplate aria-hidden />,
        run: async () => router.push(`/chats/${(await startFromTask(id)).uuid}`),
      })),
    },
    {
      kind: "runPrompt",
      entries: (actions.data ?? [])
        .filter(({ name, description }) => matches(name, search) || matches(description, search))
        .slice(0, 5)
        .map(({ id, name, description }) => ({
          key: `action-${id}`,
          label: name,
          name,
          hint: description,
          icon: <Zap aria-hidden />,
          run: () => runAction(id),
        })),
    },
  ];
  return { sections, tasks, actions };
}
