"use client";

import PanelLeft from "lucide-react/icons/panel-left";
import { createContext, useContext } from "react";
import { IconButton } from "@/components/ui/button";
import { useWords } from "@/components/words/words";

/** Whether the sidebar is shown: beside the page, or as a drawer over it on a phone. */
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

/** The id of the button below: the focus goes there when the drawer closes. */
export const OPEN_SIDEBAR = "open-sidebar";

/** The button that brings the sidebar back; every page has it at its left top. */
export function OpenSidebar() {
  const t = useWords("workspace");
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
