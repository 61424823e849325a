"use client";

import Archive from "lucide-react/icons/archive";
import CornerDownRight from "lucide-react/icons/corner-down-right";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import Star from "lucide-react/icons/star";
import Trash2 from "lucide-react/icons/trash-2";
import { useRouter } from "next/navigation";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { pathOf } from "@/lib/api/client";
import { messagesApi } from "@/lib/messages/contract";
import { type ChatName, useChatActions } from "./chat-actions";

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
  places = [],
}: {
  chat: MenuChat;
  label: string;
  className: string;
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
        { label: "Rename", icon: <Pencil aria-hidden />, onSelect: () => actions.rename(chat) },
        {
          label: chat.starred ? "Remove star" : "Star",
          icon: <Star aria-hidden />,
          onSelect: () => void actions.star(chat, !chat.starred),
        },
        {
          label: chat.archived ? "Take out of the archive" : "Archive",
          icon: <Archive aria-hidden />,
          onSelect: () => void actions.archive(chat, !chat.archived),
        },
        {
          label: "New sub-chat",
          icon: <CornerDownRight aria-hidden />,
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
          icon: <Download aria-hidden />,
          onSelect: () => download(chat.uuid, "md"),
        },
        {
          label: "Export as JSON",
          icon: <Download aria-hidden />,
          onSelect: () => download(chat.uuid, "json"),
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
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: () => actions.remove(chat),
              },
            ]
          : []),
      ]}
    />
  );
}
