import Archive from "lucide-react/icons/archive";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import type { ListedChat } from "@/components/data/chats";
import type { MenuItem } from "@/components/ui/menu";
import { pathOf } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";
import type { ChatActions } from "./chat-actions";
import type { ChatName } from "./chat-work";
import { MenuIcon } from "./menu-icon";

export type MenuChat = ChatName &
  Pick<ListedChat, "starred" | "archived" | "my_role" | "tags" | "chat_workspace">;

/** What one can do with a chat. @param moves How it can be moved in the list that the menu stands in */
export const itemsOf = (chat: MenuChat, actions: ChatActions, moves: MenuItem[]): MenuItem[] => [
  { label: "Rename", icon: <MenuIcon name="Pencil" />, onSelect: () => actions.rename(chat) },
  { label: "Share", icon: <MenuIcon name="Share" />, onSelect: () => actions.share(chat) },
  {
    label: chat.starred ? "Unpin" : "Pin",
    icon: <MenuIcon name="Pin" />,
    onSelect: () => void actions.pin(chat, !chat.starred),
  },
  { label: "Tags…", icon: <MenuIcon name="Tag" />, onSelect: () => actions.tag(chat) },
  ...moves,
  ...(chat.my_role === "member"
    ? []
    : [
        {
          label: "Move to…",
          icon: <MenuIcon name="FolderInput" />,
          onSelect: () => actions.moveTo(chat),
        },
      ]),
  {
    label: chat.archived ? "Unarchive" : "Archive",
    icon: <Archive aria-hidden />,
    onSelect: () => void actions.archive(chat, !chat.archived),
  },
  {
    label: "New sub-chat",
    icon: <MenuIcon name="CornerDownRight" />,
    onSelect: () => void actions.beginSubChat(chat),
  },
  {
    label: "Search in this chat",
    icon: <Search aria-hidden />,
    onSelect: () => actions.search(chat),
  },
  {
    label: "Export as Markdown",
    icon: <MenuIcon name="Download" />,
    onSelect: () => download(chat.uuid, "md"),
  },
  {
    label: "Export as JSON",
    icon: <MenuIcon name="Download" />,
    onSelect: () => download(chat.uuid, "json"),
  },
  {
    label: "Print or save as PDF",
    icon: <MenuIcon name="Printer" />,
    onSelect: () => window.open(`/print/chats/${chat.uuid}`, "_blank", "noopener"),
  },
  ...(chat.my_role !== "member"
    ? [
        {
          label: "Save as template",
          icon: <LayoutTemplate aria-hidden />,
          onSelect: () => void actions.saveAsTask(chat),
        },
        "separator" as const,
        {
          label: "Delete chat",
          icon: <MenuIcon name="Trash2" />,
          danger: true,
          onSelect: () => actions.remove(chat),
        },
      ]
    : []),
];

function download(chat_id: string, format: "md" | "json"): void {
  const link = document.createElement("a");
  link.href = pathOf(messagesApi.exportChat, { params: { chat_id }, query: { format } });
  link.download = "";
  link.click();
}
