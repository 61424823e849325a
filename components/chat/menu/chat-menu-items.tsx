import Archive from "lucide-react/icons/archive";
import Bell from "lucide-react/icons/bell";
import BellOff from "lucide-react/icons/bell-off";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import type { ListedChat } from "@/components/data/chats";
import type { MenuItem } from "@/components/ui/menu";
import { MenuIcon } from "@/components/ui/menu-icon";
import { buildPath } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/operations";
import type { Translate } from "@/lib/platform/words/translate";
import type { ChatActions } from "./chat-actions";
import type { ChatName } from "./chat-work";

export type MenuChat = ChatName &
  Pick<ListedChat, "starred" | "archived" | "muted" | "is_public" | "my_role" | "tags" | "chat_workspace">;

/** @param moves Items that reorder the chat within the list that shows the menu */
export const buildChatMenuItems = (
  t: Translate<"chatMenu">,
  chat: MenuChat,
  actions: ChatActions,
  moves: MenuItem[],
): MenuItem[] => [
  ...(chat.my_role === "member"
    ? []
    : [{ label: t("rename"), icon: <MenuIcon name="Pencil" />, onSelect: () => actions.rename(chat) }]),
  { label: t("share"), icon: <MenuIcon name="Share" />, onSelect: () => actions.share(chat) },
  ...(chat.is_public
    ? [{ label: t("report"), icon: <MenuIcon name="ChartColumn" />, onSelect: () => actions.report(chat) }]
    : []),
  {
    label: t(chat.starred ? "unpin" : "pin"),
    icon: <MenuIcon name="Pin" />,
    onSelect: () => void actions.pin(chat, !chat.starred),
  },
  { label: t("tags"), icon: <MenuIcon name="Tag" />, onSelect: () => actions.tag(chat) },
  ...moves,
  ...(chat.my_role === "member"
    ? []
    : [
        {
          label: t("publish"),
          icon: <MenuIcon name="Globe" />,
          onSelect: () => actions.publish(chat),
        },
        {
          label: t("moveTo"),
          icon: <MenuIcon name="FolderInput" />,
          onSelect: () => actions.moveTo(chat),
        },
      ]),
  {
    label: t(chat.archived ? "unarchive" : "archive"),
    icon: <Archive aria-hidden />,
    onSelect: () => void actions.archive(chat, !chat.archived),
  },
  {
    label: t(chat.muted ? "unmute" : "mute"),
    icon: chat.muted ? <Bell aria-hidden /> : <BellOff aria-hidden />,
    onSelect: () => void actions.mute(chat, !chat.muted),
  },
  {
    label: t("newSubChat"),
    icon: <MenuIcon name="CornerDownRight" />,
    onSelect: () => void actions.beginSubChat(chat),
  },
  {
    label: t("search"),
    icon: <Search aria-hidden />,
    onSelect: () => actions.search(chat),
  },
  ...buildExportItems(t, chat),
  {
    label: t("print"),
    icon: <MenuIcon name="Printer" />,
    onSelect: () => window.open(`/print/chats/${chat.uuid}`, "_blank", "noopener"),
  },
  ...(chat.my_role !== "member"
    ? [
        {
          label: t("saveAsTemplate"),
          icon: <LayoutTemplate aria-hidden />,
          onSelect: () => actions.saveAsTask(chat),
        },
        "separator" as const,
        {
          label: t("deleteChat"),
          icon: <MenuIcon name="Trash2" />,
          danger: true,
          onSelect: () => actions.remove(chat),
        },
      ]
    : []),
];

const buildExportItems = (t: Translate<"chatMenu">, chat: MenuChat): MenuItem[] =>
  (
    [
      ["exportMarkdown", "md"],
      ["exportHtml", "html"],
      ["exportJson", "json"],
    ] as const
  ).map(([label, format]) => ({
    label: t(label),
    icon: <MenuIcon name="Download" />,
    onSelect: () => download(chat.uuid, format),
  }));

function download(chat_id: string, format: "md" | "html" | "json"): void {
  const link = document.createElement("a");
  link.href = buildPath(messagesApi.exportChat, { params: { chat_id }, query: { format } });
  link.download = "";
  link.click();
}
