"use client";

import Archive from "lucide-react/icons/archive";
import Ellipsis from "lucide-react/icons/ellipsis";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import { useRouter } from "next/navigation";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { pathOf } from "@/lib/api/client";
import { messagesApi } from "@/lib/chat/messages/contract";
import { type ChatName, useChatActions } from "./chat-actions";
import { MenuIcon } from "./menu-icon";

type MenuChat = ChatName & { starred: boolean; archived: boolean; my_role: "owner" | "admin" | "member" };

function download(chat_id: string, format: "md" | "json"): void {
  const link = document.createElement("a");
  link.href = pathOf(messagesApi.exportChat, { params: { chat_id }, query: { format } });
  link.download = "";
  link.click();
}

/** What one can do with a chat, behind three dots. */
export function ChatMenu({
  chat,
  label,
  className,
  first = [],
  places = [],
}: {
  chat: MenuChat;
  label: string;
  className: string;
  /** What else there is room for only here. */
  first?: MenuItem[];
  /** Where it can be moved to, from where the menu stands. */
  places?: MenuItem[];
}) {
  const actions = useChatActions();
  const router = useRouter();
  return (
    <Menu
      label={label}
      trigger={<Ellipsis className="size-4.5" aria-hidden />}
      className={className}
      items={[
        ...first,
        { label: "Rename", icon: <MenuIcon name="Pencil" />, onSelect: () => actions.rename(chat) },
        { label: "Share", icon: <MenuIcon name="Share" />, onSelect: () => actions.share(chat) },
        {
          label: chat.starred ? "Remove star" : "Star",
          icon: <MenuIcon name="Star" />,
          onSelect: () => void actions.star(chat, !chat.starred),
        },
        {
          label: chat.archived ? "Take out of the archive" : "Archive",
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
          onSelect: () => router.push(`/search?chat=${chat.uuid}`),
        },
        ...places,
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
                label: "Save as task",
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
      ]}
    />
  );
}
