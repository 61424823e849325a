"use client";

import Activity from "lucide-react/icons/activity";
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
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink } from "@/components/ui/link";

const pages = [
  { href: "/settings/profile", label: "Profile", Icon: UserRound },
  { href: "/settings/notifications", label: "Notifications", Icon: Bell },
  { href: "/settings/memory", label: "Memory", Icon: Brain },
  { href: "/settings/sessions", label: "Sessions", Icon: MonitorSmartphone },
  { href: "/settings/api-tokens", label: "API tokens", Icon: KeyRound },
  { href: "/settings/group", label: "Group", Icon: Building },
  { href: "/settings/members", label: "Members", Icon: UsersRound },
  { href: "/settings/models", label: "Models", Icon: Boxes },
  { href: "/settings/tools", label: "Tools", Icon: Wrench },
  { href: "/settings/usage", label: "Usage", Icon: ChartColumn },
  { href: "/settings/webhooks", label: "Webhooks", Icon: Webhook },
  { href: "/settings/audit-log", label: "Audit log", Icon: ScrollText },
];
const ofInstallation = [
  { href: "/settings/installation", label: "Installation", Icon: Server },
  { href: "/settings/status", label: "Status", Icon: Activity },
];

/** The settings with their navigation: beside the page, or above it on a phone. `isOwner`: of the installation. */
export function SettingsShell({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  const path = usePathname();
  const list = useRef<HTMLUListElement>(null);
  // On a phone not all of them fit beside each other.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6 md:flex-row md:gap-12 md:px-8 md:py-10">
        <nav aria-label="Settings" className="md:w-48 md:shrink-0">
          <p className="mb-3 hidden px-3 text-sm font-medium text-muted md:block">Settings</p>
          <ul ref={list} className="-mx-1 flex gap-1 overflow-x-auto md:mx-0 md:flex-col">
            {[...pages, ...(isOwner ? ofInstallation : [])].map(({ href, label, Icon }) => (
              <li key={href}>
                <NavLink
                  href={href}
                  className="flex items-center gap-2.5 whitespace-nowrap rounded-lg px-3 py-2 text-sm text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent"
                >
                  <Icon className="size-4" aria-hidden />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  );
}
