"use client";

import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import BookOpen from "lucide-react/icons/book-open";
import Bot from "lucide-react/icons/bot";
import FileText from "lucide-react/icons/file-text";
import Film from "lucide-react/icons/film";
import Folder from "lucide-react/icons/folder";
import Inbox from "lucide-react/icons/inbox";
import Keyboard from "lucide-react/icons/keyboard";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Library from "lucide-react/icons/library";
import LogOut from "lucide-react/icons/log-out";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import SquarePen from "lucide-react/icons/square-pen";
import SunMoon from "lucide-react/icons/sun-moon";
import Sunset from "lucide-react/icons/sunset";
import Users from "lucide-react/icons/users";
import Zap from "lucide-react/icons/zap";
import { useParams, usePathname, useRouter } from "next/navigation";
import { chooseTheme, getChosenTheme } from "@/components/browser/theme/theme";
import { useChatActions } from "@/components/chat/menu/chat-actions";
import { buildChatMenuItems } from "@/components/chat/menu/chat-menu-items";
import { usePageActions } from "@/components/chat/menu/page-actions";
import { chatQuery } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { settingsPages } from "@/components/settings/pages";
import type { SignedInPerson } from "@/components/shell/person";
import { askToSwitchGroup } from "@/components/shell/switch-group";
import { useConfirm } from "@/components/ui/confirm";
import { useToast } from "@/components/ui/toast";
import { call } from "@/lib/api/client";
import type { Key } from "@/lib/platform/words/screens";
import { digestApi } from "@/lib/replies/digest/operations";
import { useChatCommands } from "./use-chat-commands";
import { matches, type Section } from "./use-sections";

export type Viewer = Pick<
  SignedInPerson,
  "role" | "isInstallationOwner" | "inboxUnread" | "group" | "groupId" | "groups"
> & {
  onShortcuts: () => void;
};

const pages: [Key<"palette">, string, LucideIcon][] = [
  ["search", "/search", Search],
  ["assistants", "/assistants", Bot],
  ["documents", "/documents", FileText],
  ["collections", "/documents/collections", Library],
  ["video", "/video", Film],
  ["videoConversions", "/video/conversions", Film],
  ["projects", "/projects", Folder],
  ["templates", "/tasks", LayoutTemplate],
  ["prompts", "/task-actions", Zap],
  ["inbox", "/inbox", Inbox],
  ["newAssistant", "/assistants/new", Bot],
  ["newPrompt", "/task-actions/new", Zap],
  ["settings", "/settings", Settings],
];

export function usePlaceSection(search: string, viewer: Viewer): Section {
  const t = useTranslations("palette");
  const ofSettings = useTranslations("settings");
  const router = useRouter();
  const sumUp = useDigest();
  const groups = useOtherGroups(viewer);
  const places = [
    ...pages
      .filter(([key]) => key !== "inbox" || viewer.inboxUnread !== undefined)
      .map(([key, href, Icon]) => ({ label: t(key), href, Icon })),
    ...listSettingsPages(viewer).map(({ label, href, Icon }) => ({ label: ofSettings(label), href, Icon })),
  ];
  const entries = [
    { key: "new", label: t("newChat"), icon: <SquarePen aria-hidden />, run: () => router.push("/") },
    { key: "digest", label: t("digest"), icon: <Sunset aria-hidden />, run: sumUp },
    ...places.map(({ label, href, Icon }) => ({
      key: href,
      label,
      icon: <Icon aria-hidden />,
      run: () => router.push(href),
    })),
    {
      key: "theme",
      label: t("switchTheme"),
      icon: <SunMoon aria-hidden />,
      run: () => chooseTheme(isDark() ? "light" : "dark"),
    },
    ...groups,
    {
      key: "shortcuts",
      label: t("shortcuts"),
      icon: <Keyboard aria-hidden />,
      closesFirst: true as const,
      run: viewer.onShortcuts,
    },
    {
      key: "docs",
      label: t("apiReference"),
      icon: <BookOpen aria-hidden />,
      run: () => window.location.assign("/docs"),
    },
    {
      key: "logout",
      label: t("signOut"),
      icon: <LogOut aria-hidden />,
      run: () => window.location.assign("/logout"),
    },
  ];
  return {
    kind: "goTo",
    entries: entries
      .filter(({ label }) => matches(label, search))
      .map((entry) => ({ ...entry, name: entry.label })),
  };
}

function useOtherGroups(viewer: Viewer) {
  const t = useTranslations("palette");
  const ofSidebar = useTranslations("sidebar");
  const confirm = useConfirm();
  const onFailure = useToast();
  return viewer.groups
    .filter(({ id }) => id !== viewer.groupId)
    .map(({ id, name }) => ({
      key: `group-${id}`,
      label: t("switchTo", { group: name }),
      icon: <Users aria-hidden />,
      closesFirst: true as const,
      run: () => askToSwitchGroup(ofSidebar, viewer, id, { confirm, onFailure }),
    }));
}

const listSettingsPages = ({ role, isInstallationOwner }: Viewer) => [
  ...settingsPages.You,
  ...settingsPages.Group.filter(({ managersOnly }) => !managersOnly || role !== "member"),
  ...(isInstallationOwner ? settingsPages.Installation : []),
];

/** The actions of the open chat's menu and header. */
export function useChatSection(search: string): Section {
  const t = useTranslations("chatMenu");
  const actions = useChatActions();
  const { id = "" } = useParams<{ id?: string }>();
  const isOfChat = /^\/(chats|inbox)\//.test(usePathname());
  const { data: chat } = useQuery({ ...chatQuery(id), enabled: isOfChat && id !== "" });
  const ofPage = usePageActions();
  const ofChat = useChatCommands(isOfChat ? chat : undefined);
  const items = isOfChat && chat ? [...ofPage, ...ofChat, ...buildChatMenuItems(t, chat, actions, [])] : [];
  return {
    kind: "thisChat",
    entries: items.flatMap((item) =>
      item === "separator" || "items" in item || !matches(item.label, search)
        ? []
        : [
            {
              key: `chat-action-${item.label}`,
              label: item.label,
              name: item.label,
              icon: item.icon,
              closesFirst: true as const,
              run: item.onSelect,
            },
          ],
    ),
  };
}

// Provides the command that sums up today in a new chat.
function useDigest() {
  const t = useTranslations("palette");
  const router = useRouter();
  const toast = useToast();
  return async () => {
    const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    toast(t("digestBegun"));
    try {
      const { chat_uuid } = await call(digestApi.createDigest, { body: { since, language: t.language } });
      router.push(`/chats/${chat_uuid}`);
    } catch (error) {
      toast(error as Error);
    }
  };
}

function isDark(): boolean {
  const theme = getChosenTheme();
  return theme === "system" ? window.matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
