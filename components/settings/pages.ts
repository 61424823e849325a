import type { LucideIcon } from "lucide-react";
import Activity from "lucide-react/icons/activity";
import ArrowRightLeft from "lucide-react/icons/arrow-right-left";
import Bell from "lucide-react/icons/bell";
import Boxes from "lucide-react/icons/boxes";
import Brain from "lucide-react/icons/brain";
import Building from "lucide-react/icons/building-2";
import ChartColumn from "lucide-react/icons/chart-column";
import KeyRound from "lucide-react/icons/key-round";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import Plug from "lucide-react/icons/plug";
import ScrollText from "lucide-react/icons/scroll-text";
import Server from "lucide-react/icons/server";
import UserRound from "lucide-react/icons/user-round";
import UsersRound from "lucide-react/icons/users-round";
import Webhook from "lucide-react/icons/webhook";
import Wrench from "lucide-react/icons/wrench";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

export type SettingsPage = {
  href: string;
  label: Key<"settings">;
  Icon: LucideIcon;
  /** Contents of the page as search terms. */
  holds: Key<"settings">[];
  /** Only owners and admins of the group can use the page. */
  managersOnly?: true;
};

export const settingsPages: Record<"You" | "Group" | "Installation", SettingsPage[]> = {
  You: [
    {
      href: "/settings/profile",
      label: "profile",
      Icon: UserRound,
      holds: [
        "yourName",
        "mentionName",
        "language",
        "email",
        "password",
        "queueMessages",
        "followUps",
        "downloadData",
        "deleteAccount",
      ],
    },
    {
      href: "/settings/notifications",
      label: "notifications",
      Icon: Bell,
      holds: ["inThisBrowser", "pushMessages", "muteChat"],
    },
    {
      href: "/settings/memory",
      label: "memory",
      Icon: Brain,
      holds: ["memories", "whatIsRemembered", "factsAboutYou"],
    },
    {
      href: "/settings/sessions",
      label: "sessions",
      Icon: MonitorSmartphone,
      holds: ["whereSignedIn", "devices", "signOut"],
    },
    {
      href: "/settings/api-tokens",
      label: "apiTokens",
      Icon: KeyRound,
      holds: ["createToken", "keysForPrograms"],
    },
    {
      href: "/settings/programs",
      label: "programs",
      Icon: Plug,
      holds: ["addressForPrograms", "disconnectProgram"],
    },
    {
      href: "/settings/import",
      label: "import",
      Icon: ArrowRightLeft,
      holds: ["importChats", "exportChats", "importFrom"],
    },
  ],
  Group: [
    {
      href: "/settings/group",
      label: "group",
      Icon: Building,
      holds: ["groupName", "newGroup", "leaveGroup"],
    },
    {
      href: "/settings/members",
      label: "members",
      Icon: UsersRound,
      holds: ["invitePeople", "invitations", "roles", "removeFromGroup"],
    },
    {
      href: "/settings/models",
      label: "models",
      Icon: Boxes,
      holds: [
        "connections",
        "providers",
        "providerKeys",
        "defaultModel",
        "semanticSearch",
        "embeddings",
        "pictures",
      ],
    },
    {
      href: "/settings/tools",
      label: "tools",
      Icon: Wrench,
      holds: ["mcpServers", "approval", "web"],
      managersOnly: true,
    },
    {
      href: "/settings/usage",
      label: "usage",
      Icon: ChartColumn,
      holds: ["tokens", "costs", "prices", "monthlyLimit", "whoUsedThem"],
    },
    {
      href: "/settings/webhooks",
      label: "webhooks",
      Icon: Webhook,
      holds: ["deliveries", "events"],
      managersOnly: true,
    },
    {
      href: "/settings/audit-log",
      label: "auditLog",
      Icon: ScrollText,
      holds: ["whoDidWhat", "historyOfChanges"],
      managersOnly: true,
    },
  ],
  Installation: [
    {
      href: "/settings/installation",
      label: "installation",
      Icon: Server,
      holds: ["accounts", "groups", "signUp", "suspend", "modelsYouProvide"],
    },
    {
      href: "/settings/status",
      label: "status",
      Icon: Activity,
      holds: ["health", "backgroundWork", "failures", "slowestOperations", "indexing"],
    },
  ],
};

export const sectionNames = {
  You: "sectionYou",
  Group: "sectionGroup",
  Installation: "sectionInstallation",
} as const satisfies Record<keyof typeof settingsPages, Key<"settings">>;

/**
 * Matches a page against a search: undefined for no match, otherwise the matching contents; empty if the page's own
 * name matches.
 */
export function findSearchMatches(
  t: Translate<"settings">,
  { label, holds }: SettingsPage,
  search: string,
): string[] | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const name = t(label);
  if (fits(name)) return [];
  const held = holds.map((key) => t(key)).filter((one) => fits(one) || fits(`${name} ${one}`));
  return held.length > 0 ? held : undefined;
}
