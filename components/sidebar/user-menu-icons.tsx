import BookOpen from "lucide-react/icons/book-open";
import Keyboard from "lucide-react/icons/keyboard";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";

const icons = { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun };
export type IconName = keyof typeof icons;

/** A picture in the menu, which comes as the menu first opens. */
export default function UserMenuIcon({ name }: { name: IconName }) {
  const Icon = icons[name];
  return <Icon aria-hidden />;
}
