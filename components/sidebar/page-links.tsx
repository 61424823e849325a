import Archive from "lucide-react/icons/archive";
import Bot from "lucide-react/icons/bot";
import FileText from "lucide-react/icons/file-text";
import Film from "lucide-react/icons/film";
import LayoutTemplate from "lucide-react/icons/layout-template";
import Search from "lucide-react/icons/search";
import Zap from "lucide-react/icons/zap";
import type { MouseEvent } from "react";
import { useTranslations } from "@/components/i18n/words";
import { NavLink } from "@/components/ui/link";
import type { Key } from "@/lib/platform/words/screens";

const pages: { href: string; name: Key<"sidebar">; Icon: typeof Search }[] = [
  { href: "/search", name: "search", Icon: Search },
  { href: "/assistants", name: "assistants", Icon: Bot },
  { href: "/documents", name: "documents", Icon: FileText },
  { href: "/video", name: "video", Icon: Film },
  { href: "/tasks", name: "templates", Icon: LayoutTemplate },
  { href: "/task-actions", name: "prompts", Icon: Zap },
];

const sign =
  "flex h-11 min-w-0 flex-col items-center justify-center gap-0.5 rounded-lg text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent pointer-coarse:h-12";
const label = "max-w-full truncate text-xs";

type PageLinksProps = {
  onSearch: () => void;
  /** Absent while the archive is open. */
  onArchive: (() => void) | undefined;
};

export function PageLinks({ onSearch, onArchive }: PageLinksProps) {
  const t = useTranslations("sidebar");
  // Opens the palette, unless the link is opened in a new tab or window.
  const searchHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onSearch();
  };
  return (
    <div className="grid grid-cols-4 gap-y-0.5">
      {pages.map(({ href, name, Icon }) => (
        <NavLink
          key={href}
          href={href}
          title={t(name)}
          className={sign}
          onClick={href === "/search" ? searchHere : undefined}
        >
          <Icon className="size-4.5" aria-hidden />
          <span className={label}>{t(name)}</span>
        </NavLink>
      ))}
      {onArchive && (
        <button type="button" title={t("archive")} className={sign} onClick={onArchive}>
          <Archive className="size-4.5" aria-hidden />
          <span className={label}>{t("archive")}</span>
        </button>
      )}
    </div>
  );
}
