"use client";

import PanelLeft from "lucide-react/icons/panel-left";
import { createContext, useContext } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";

export type SidebarState = {
  isHidden: boolean;
  isDrawerOpen: boolean;
  toggle: () => void;
  closeDrawer: () => void;
};

const Context = createContext<SidebarState>({
  isHidden: false,
  isDrawerOpen: false,
  toggle: () => {},
  closeDrawer: () => {},
});
export const SidebarContext = Context;
export const useSidebar = (): SidebarState => useContext(Context);

/** Id of the button below, which gets the focus when the drawer closes. */
export const OPEN_SIDEBAR = "open-sidebar";

export function OpenSidebar() {
  const t = useTranslations("workspace");
  const { isHidden, isDrawerOpen, toggle } = useSidebar();
  return (
    <IconButton
      id={OPEN_SIDEBAR}
      label={t("showSidebar")}
      aria-expanded={isDrawerOpen}
      onClick={toggle}
      className={isHidden ? "-ms-1" : "-ms-1 md:hidden"}
    >
      <PanelLeft aria-hidden />
    </IconButton>
  );
}
