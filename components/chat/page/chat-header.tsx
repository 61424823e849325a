"use client";

import NotebookPen from "lucide-react/icons/notebook-pen";
import Users from "lucide-react/icons/users";
import { useEffect, useRef } from "react";
import { HeldMails } from "@/components/automation/inbound-mail/held-mails";
import { ChooserButton } from "@/components/chat/chooser/chooser-button";
import { useChatActions } from "@/components/chat/menu/chat-actions";
import { ChatMenu } from "@/components/chat/menu/chat-menu";
import { setPageActions } from "@/components/chat/menu/page-actions";
import type { Chat } from "@/components/data/chats";
import { usePeople } from "@/components/data/people";
import { useTranslations } from "@/components/i18n/words";
import { OpenSidebar } from "@/components/shell/sidebar-state";
import { IconButton } from "@/components/ui/button";
import { MenuIcon } from "@/components/ui/menu-icon";
import { useWide } from "@/components/ui/use-wide";

type ChatHeaderProps = {
  chat: Chat;
  isPanelOpen: boolean;
  onPanel: () => void;
  isCanvasOpen: boolean;
  onCanvas: () => void;
  onCompare: () => void;
};

export function ChatHeader({
  chat,
  isPanelOpen,
  onPanel,
  isCanvasOpen,
  onCanvas,
  onCompare,
}: ChatHeaderProps) {
  const t = useTranslations("chat");
  const actions = useChatActions();
  const hasRoom = useWide("40rem");
  const title = chat.temp ? t("temporaryChat") : chat.name;
  const { assistants } = usePeople();
  const assistant = assistants.find(({ id }) => id === chat.virtual_assistant?.id);
  const canCompare = assistant !== undefined && !assistant.model_is_fixed && !chat.is_visitor;
  const canvasItem = {
    label: t(isCanvasOpen ? "closeCanvas" : "openCanvas"),
    icon: <NotebookPen aria-hidden />,
    onSelect: onCanvas,
  };
  const panelItem = { label: t("membersAndSettings"), icon: <Users aria-hidden />, onSelect: onPanel };
  const compareItems = canCompare
    ? [{ label: t("compareModels"), icon: <MenuIcon name="Columns3" />, onSelect: onCompare }]
    : [];
  const chooser = useRef<HTMLButtonElement>(null);
  const chooseItem = {
    label: t("chooseAssistant"),
    icon: <MenuIcon name="Bot" />,
    onSelect: () => chooser.current?.click(),
  };
  const canChoose = chat.my_role !== "member";
  useEffect(() => {
    setPageActions([canvasItem, panelItem, ...(canChoose ? [chooseItem] : []), ...compareItems]);
  });
  useEffect(() => () => setPageActions(), []);
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b px-3 max-sm:h-13 max-sm:gap-1 md:px-5">
      <OpenSidebar />
      <div className="flex min-w-0 flex-1 max-sm:flex-col max-sm:items-start sm:items-center sm:gap-2">
        <h1
          className="min-w-0 font-semibold max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-4.5 max-sm:wrap-anywhere sm:truncate"
          title={title}
        >
          {title}
        </h1>
        <ChooserButton
          ref={chooser}
          assistant={chat.virtual_assistant}
          model={chat.model}
          canChoose={canChoose}
          onAssistant={(id) => void actions.setAssistant(chat, id)}
          onModel={(model) => void actions.setModel(chat, model)}
          // On phones the button is below the title, and its touch target includes the title.
          className="max-sm:relative max-sm:h-4 max-sm:text-xs max-sm:after:absolute max-sm:after:inset-x-0 max-sm:after:-top-5 max-sm:after:-bottom-1 sm:ms-auto sm:h-9 sm:max-w-80 sm:shrink-0 sm:rounded-lg sm:px-2 sm:text-sm sm:hover:bg-hover sm:pointer-coarse:h-11"
        />
      </div>
      <div className="flex shrink-0 items-center sm:gap-1">
        <IconButton
          label={t("canvas")}
          aria-expanded={isCanvasOpen}
          onClick={onCanvas}
          className="aria-expanded:bg-hover max-sm:hidden"
        >
          <NotebookPen aria-hidden />
        </IconButton>
        <PanelButton chat={chat} isOpen={isPanelOpen} onClick={onPanel} />
        <ChatMenu
          chat={chat}
          label={t("chatActions")}
          first={[...(hasRoom ? [] : [canvasItem]), ...compareItems]}
          className="inline-flex size-9 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
        />
      </div>
    </header>
  );
}

type PanelButtonProps = { chat: Chat; isOpen: boolean; onClick: () => void };

function PanelButton({ chat, isOpen, onClick }: PanelButtonProps) {
  const t = useTranslations("chat");
  return (
    <button
      type="button"
      title={t("membersAndSettings")}
      aria-expanded={isOpen}
      onClick={onClick}
      className="inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-lg px-2 text-sm text-muted hover:bg-hover hover:text-ink aria-expanded:bg-hover pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <Users className="size-4.5" aria-hidden />
      <span className="sr-only">{t("membersAndSettings")}</span>
      {chat.members_count > 1 && (
        <span aria-hidden className="tabular-nums max-sm:hidden">
          {chat.members_count}
        </span>
      )}
      <HeldMails count={chat.held_mails_count} />
    </button>
  );
}
