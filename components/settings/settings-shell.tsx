"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { NavLink } from "@/components/ui/link";
import { SearchField } from "@/components/ui/search-field";
import { listFormat } from "@/lib/platform/words/translate";
import { findSearchMatches, sectionNames, settingsPages } from "./pages";

type Group = keyof typeof settingsPages;

type SettingsShellProps = {
  /** Owns the installation. */
  isOwner: boolean;
  /** Owns or administers the group. */
  isManager: boolean;
  children: ReactNode;
};

export function SettingsShell({ isOwner, isManager, children }: SettingsShellProps) {
  const t = useTranslations("settings");
  const path = usePathname();
  const lists = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  // Centers the current entry on phones. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const entry = lists.current?.querySelector("[aria-current]");
    if (entry) lists.current?.scrollBy({ left: getCenter(entry) - getCenter(lists.current) });
  }, [path]);
  const groups = (Object.keys(settingsPages) as Group[])
    .filter((group) => isOwner || group !== "Installation")
    .map((group) => ({
      group,
      pages: settingsPages[group].flatMap((page) => {
        const held = page.managersOnly && !isManager ? undefined : findSearchMatches(t, page, search);
        return held ? { ...page, held } : [];
      }),
    }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-2 pb-6 md:px-8 md:py-10 lg:flex-row lg:gap-12">
        <nav aria-label={t("title")} className="lg:w-52 lg:shrink-0">
          <SearchField label={t("search")} value={search} onChange={setSearch} className="mb-3" />
          <div
            ref={lists}
            className="-mx-1 flex gap-1 overflow-x-auto max-lg:items-end lg:mx-0 lg:flex-col lg:gap-5"
          >
            {groups.map(({ group, pages }) => (
              <div key={group}>
                <p id={`settings-${group}`} className="px-3 pb-1 text-xs font-medium text-muted">
                  {t(sectionNames[group])}
                </p>
                <ul aria-labelledby={`settings-${group}`} className="flex gap-1 lg:flex-col">
                  {pages.map(({ href, label, Icon, held }) => (
                    <li key={href}>
                      <NavLink
                        href={href}
                        className="flex items-center gap-2.5 rounded-lg px-3 py-2 text-sm whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent"
                      >
                        <Icon className="size-4 shrink-0" aria-hidden />
                        <span className="min-w-0 lg:whitespace-normal">
                          {t(label)}
                          {search && held.length > 0 && (
                            <span className="block text-xs font-normal">
                              {listFormat(t.locale, { style: "narrow" }).format(held)}
                            </span>
                          )}
                        </span>
                      </NavLink>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
          <p role="status" className="px-3 text-sm text-muted empty:hidden">
            {search && groups.length === 0 ? t("nothingFound", { search }) : ""}
          </p>
        </nav>
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  );
}

function getCenter(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
