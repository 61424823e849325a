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
import ScrollText from "lucide-react/icons/scroll-text";
import Server from "lucide-react/icons/server";
import UserRound from "lucide-react/icons/user-round";
import UsersRound from "lucide-react/icons/users-round";
import Webhook from "lucide-react/icons/webhook";
import Wrench from "lucide-react/icons/wrench";

export type SettingsPage = {
  href: string;
  label: string;
  Icon: LucideIcon;
  /** What is set or seen there, in the words of the page and in others that people look for. */
  holds: string[];
};

/** The pages of the settings: one's own, the group's, and those for whoever owns the installation. */
export const settingsPages: Record<"You" | "Group" | "Installation", SettingsPage[]> = {
  You: [
    {
      href: "/settings/profile",
      label: "Profile",
      Icon: UserRound,
      holds: [
        "Your name",
        "Mention name",
        "E-mail address",
        "Password",
        "Queue messages while a reply is written",
        "Download my data",
        "Delete account",
      ],
    },
    {
      href: "/settings/notifications",
      label: "Notifications",
      Icon: Bell,
      holds: ["In this browser", "Push messages", "Mute a chat"],
    },
    {
      href: "/settings/memory",
      label: "Memory",
      Icon: Brain,
      holds: ["Memories", "What assistants remember", "Facts about you"],
    },
    {
      href: "/settings/sessions",
      label: "Sessions",
      Icon: MonitorSmartphone,
      holds: ["Where you are signed in", "Devices", "Sign out"],
    },
    {
      href: "/settings/api-tokens",
      label: "API tokens",
      Icon: KeyRound,
      holds: ["Create token", "Keys for programs"],
    },
    {
      href: "/settings/import",
      label: "Import and export",
      Icon: ArrowRightLeft,
      holds: ["Import chats", "Export all chats", "ChatGPT", "Claude", "Open WebUI", "LibreChat"],
    },
  ],
  Group: [
    {
      href: "/settings/group",
      label: "Group",
      Icon: Building,
      holds: ["Group name", "New group", "Leave this group"],
    },
    {
      href: "/settings/members",
      label: "Members",
      Icon: UsersRound,
      holds: ["Invite people", "Invitations", "Roles", "Remove from the group"],
    },
    {
      href: "/settings/models",
      label: "Models",
      Icon: Boxes,
      holds: ["Connections", "Providers", "Provider keys", "Default model", "Semantic search", "Embeddings"],
    },
    { href: "/settings/tools", label: "Tools", Icon: Wrench, holds: ["MCP servers", "Approval"] },
    {
      href: "/settings/usage",
      label: "Usage",
      Icon: ChartColumn,
      holds: ["Tokens", "Costs", "Prices", "Monthly limit", "Who and what used it"],
    },
    { href: "/settings/webhooks", label: "Webhooks", Icon: Webhook, holds: ["Deliveries", "Events"] },
    {
      href: "/settings/audit-log",
      label: "Audit log",
      Icon: ScrollText,
      holds: ["Who did what", "History of changes"],
    },
  ],
  Installation: [
    {
      href: "/settings/installation",
      label: "Installation",
      Icon: Server,
      holds: ["Accounts", "Groups", "Sign-up", "Suspend", "Models that you provide"],
    },
    {
      href: "/settings/status",
      label: "Status",
      Icon: Activity,
      holds: ["Health", "Background work", "Failures", "Slowest operations", "Indexing"],
    },
  ],
};

/** What of a page fits a search: nothing, or what it holds of that; empty where its own name fits. */
export function found({ label, holds }: SettingsPage, search: string): string[] | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (fits(label)) return [];
  const held = holds.filter((one) => fits(one) || fits(`${label} ${one}`));
  return held.length > 0 ? held : undefined;
}
