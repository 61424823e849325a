import BookOpen from "lucide-react/icons/book-open";
import Keyboard from "lucide-react/icons/keyboard";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Settings from "lucide-react/icons/settings";
import Sun from "lucide-react/icons/sun";
import Users from "lucide-react/icons/users";
import { chooseTheme, getChosenTheme, type Theme } from "@/components/browser/theme/theme";
import type { SignedInPerson } from "@/components/shell/person";
import { askToSwitchGroup } from "@/components/shell/switch-group";
import type { useConfirm } from "@/components/ui/confirm";
import type { MenuItem } from "@/components/ui/menu";
import type { Key } from "@/lib/platform/words/screens";
import type { Translate } from "@/lib/platform/words/translate";

const themes: { theme: Theme & Key<"sidebar">; Icon: typeof Monitor }[] = [
  { theme: "system", Icon: Monitor },
  { theme: "light", Icon: Sun },
  { theme: "dark", Icon: Moon },
];

type Ways = {
  goTo: (path: string) => void;
  onHelp: () => void;
  onFailure: (error: Error) => void;
  confirm: ReturnType<typeof useConfirm>;
};

export function buildUserMenuItems(
  t: Translate<"sidebar">,
  person: SignedInPerson,
  { goTo, onHelp, onFailure, confirm }: Ways,
): MenuItem[] {
  const groups: MenuItem[] = [
    ...person.groups.map(({ id, name }) => ({
      label: name,
      icon: <Users aria-hidden />,
      checked: id === person.groupId,
      onSelect: () => askToSwitchGroup(t, person, id, { confirm, onFailure }),
    })),
    "separator",
  ];
  const theme = getChosenTheme();
  return [
    ...(person.groups.length > 1 ? groups : []),
    { label: t("settings"), icon: <Settings aria-hidden />, onSelect: () => goTo("/settings") },
    { label: t("keyboardShortcuts"), icon: <Keyboard aria-hidden />, onSelect: onHelp },
    {
      label: t("apiReference"),
      icon: <BookOpen aria-hidden />,
      onSelect: () => window.location.assign("/docs"),
    },
    "separator",
    ...themes.map(({ theme: each, Icon }) => ({
      label: t(each),
      icon: <Icon aria-hidden />,
      checked: theme === each,
      onSelect: () => chooseTheme(each),
    })),
    "separator",
    { label: t("signOut"), icon: <LogOut aria-hidden />, onSelect: () => window.location.assign("/logout") },
  ];
}
