"use client";

import { useQuery } from "@tanstack/react-query";
import ListFilter from "lucide-react/icons/list-filter";
import { tagsQuery } from "@/components/data/chats";
import { useTranslations } from "@/components/i18n/words";
import { Menu } from "@/components/ui/menu";
import { useLazyModule } from "@/components/ui/use-near";
import { DEFAULT_VIEW } from "./view";
import type { Choices } from "./view-menu-items";

export function ViewMenu(choices: Choices) {
  const t = useTranslations("sidebar");
  const { view } = choices;
  const isUsual = view.filter === DEFAULT_VIEW.filter && view.sort === DEFAULT_VIEW.sort && !view.tag;
  const [items, near] = useLazyModule(() => import("./view-menu-items"));
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: items !== undefined });
  return (
    <Menu
      label={t("viewMenu")}
      onNear={near}
      trigger={
        <>
          <ListFilter className="size-4" aria-hidden />
          {!isUsual && <span className="absolute top-1 end-1 size-1.5 rounded-full bg-highlight" />}
        </>
      }
      className="relative inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
      items={items?.buildViewMenuItems(t, choices, tags)}
    />
  );
}
