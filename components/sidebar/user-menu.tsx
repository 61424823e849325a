"use client";

import Settings from "lucide-react/icons/settings";
import Users from "lucide-react/icons/users";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useState } from "react";
import { chooseTheme, chosenTheme, type Theme } from "@/components/theme/theme";
import { lazy } from "@/components/ui/lazy";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/states";
import { useToast } from "@/components/ui/toast";
import type { Person } from "@/components/workspace/person";
import { switchGroup } from "./switch-group";
import type { IconName } from "./user-menu-icons";

const UserMenuIcon = lazy(() => import("./user-menu-icons"));
const icon = (name: IconName) => (
  <Suspense fallback={<span className="size-4" />}>
    <UserMenuIcon name={name} />
  </Suspense>
);

const themes: { theme: Theme; label: string; name: IconName }[] = [
  { theme: "system", label: "As the system", name: "Monitor" },
  { theme: "light", label: "Light", name: "Sun" },
  { theme: "dark", label: "Dark", name: "Moon" },
];

/** Who is signed in, and what concerns them: settings, look, help, the way out. */
export function UserMenu({ person, onHelp }: { person: Person; onHelp: () => void }) {
  const router = useRouter();
  const say = useToast();
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => setTheme(chosenTheme()), []);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  const groups: MenuItem[] = [
    ...person.groups.map(({ id, name }) => ({
      label: name,
      icon: <Users aria-hidden />,
      checked: id === person.groupId,
      onSelect: () => {
        if (id !== person.groupId) switchGroup(id).catch(say);
      },
    })),
    "separator",
  ];
  return (
    <Menu
      align="start"
      label="Account"
      hasText
      className="flex w-full items-center gap-2.5 rounded-lg px-3 py-2 text-left hover:bg-hover"
      trigger={
        <>
          <Avatar name={person.name} className="size-7 text-[0.6875rem]" />
          <span className="min-w-0 flex-1">
            <span className="sr-only">Account of </span>
            <span className="block truncate text-sm font-medium">{person.name}</span>
            <span className="block truncate text-xs text-muted">{person.group}</span>
          </span>
        </>
      }
      heading={<p className="truncate text-muted">{person.email}</p>}
      items={[
        ...(person.groups.length > 1 ? groups : []),
        { label: "Settings", icon: <Settings aria-hidden />, onSelect: () => router.push("/settings") },
        { label: "Keyboard shortcuts", icon: icon("Keyboard"), onSelect: onHelp },
        {
          label: "API reference",
          icon: icon("BookOpen"),
          onSelect: () => window.location.assign("/docs"),
        },
        "separator",
        ...themes.map(({ theme: each, label, name }) => ({
          label,
          icon: icon(name),
          checked: theme === each,
          onSelect: () => choose(each),
        })),
        "separator",
        {
          label: "Sign out",
          icon: icon("LogOut"),
          onSelect: () => window.location.assign("/logout"),
        },
      ]}
    />
  );
}
