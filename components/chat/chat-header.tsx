"use client";

import ChevronDown from "lucide-react/icons/chevron-down";
import NotebookPen from "lucide-react/icons/notebook-pen";
import Users from "lucide-react/icons/users";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { HeldMails } from "@/components/inbound-mail/held-mails";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/states";
import { OpenSidebar } from "@/components/workspace/sidebar-state";
import { useChatActions } from "./chat-actions";
import { ChatMenu } from "./chat-menu";

/** The chat's name, who replies in it, and what one can do with it. */
export function ChatHeader({
  chat,
  isPanelOpen,
  onPanel,
  isCanvasOpen,
  onCanvas,
}: {
  chat: Chat;
  isPanelOpen: boolean;
  onPanel: () => void;
  isCanvasOpen: boolean;
  onCanvas: () => void;
}) {
  const actions = useChatActions();
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b px-3 md:px-5">
      <OpenSidebar />
      <h1
        className="min-w-0 font-semibold max-sm:line-clamp-2 max-sm:text-sm max-sm:wrap-anywhere sm:truncate"
        title={chat.name}
      >
        {chat.name}
      </h1>
      <div className="ml-auto flex shrink-0 items-center sm:gap-1">
        <AssistantMenu chat={chat} onChoose={(id) => void actions.setAssistant(chat, id)} />
        <IconButton
          label="Canvas"
          aria-expanded={isCanvasOpen}
          onClick={onCanvas}
          className="aria-expanded:bg-hover"
        >
          <NotebookPen aria-hidden />
        </IconButton>
        <button
          type="button"
          title="Members and settings"
          aria-expanded={isPanelOpen}
          onClick={onPanel}
          className="inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
        >
          <Users className="size-4.5" aria-hidden />
          <span className="sr-only">Members and settings</span>
          {chat.members_count > 1 && <span aria-hidden>{chat.members_count}</span>}
          <HeldMails count={chat.held_mails_count} />
        </button>
        <ChatMenu
          chat={chat}
          label="Chat actions"
          className="inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        />
      </div>
    </header>
  );
}

function AssistantMenu({ chat, onChoose }: { chat: Chat; onChoose: (id: number | null) => void }) {
  const { assistants } = usePeople();
  const current = chat.virtual_assistant;
  return (
    <Menu
      label="Assistant"
      hasText
      className="inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11 sm:max-w-64"
      trigger={
        <>
          {current && (
            <Avatar name={current.name} emoji={current.avatar} className="size-5 text-[0.5625rem]" />
          )}
          <span className="sr-only">Assistant: </span>
          <span className={cx("truncate", current && "max-sm:sr-only")}>{current?.name ?? "None"}</span>
          <ChevronDown className="size-4 shrink-0 max-sm:hidden" aria-hidden />
        </>
      }
      items={[
        ...assistants.map((assistant) => ({
          label: assistant.name,
          hint: assistant.description ?? undefined,
          icon: <Avatar name={assistant.name} emoji={assistant.avatar} className="size-5 text-[0.5625rem]" />,
          checked: assistant.id === current?.id,
          onSelect: () => onChoose(assistant.id),
        })),
        "separator",
        {
          label: "No assistant",
          hint: "Only those who are mentioned reply.",
          checked: current === null,
          onSelect: () => onChoose(null),
        },
      ]}
    />
  );
}
