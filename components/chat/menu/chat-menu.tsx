"use client";

import Ellipsis from "lucide-react/icons/ellipsis";
import { useLazyTranslations } from "@/components/i18n/words";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useLazyModule } from "@/components/ui/use-near";
import { useChatActions } from "./chat-actions";
import type { MenuChat } from "./chat-menu-items";

const none: MenuItem[] = [];

export function ChatMenu({
  chat,
  label,
  className,
  first = none,
  moves = none,
}: {
  chat: MenuChat;
  label: string;
  className: string;
  first?: MenuItem[];
  moves?: MenuItem[];
}) {
  const actions = useChatActions();
  const words = useLazyTranslations("chatMenu");
  const [loaded, near] = useLazyModule(() => Promise.all([import("./chat-menu-items"), words()]));
  const [file, t] = loaded ?? [];
  return (
    <Menu
      label={label}
      trigger={<Ellipsis className="size-4.5" aria-hidden />}
      className={className}
      onNear={near}
      items={file && t && [...first, ...file.buildChatMenuItems(t, chat, actions, moves)]}
    />
  );
}
