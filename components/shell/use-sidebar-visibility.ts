"use client";

import { usePathname } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { OPEN_SIDEBAR, type SidebarState } from "./sidebar-state";

const WIDE = "(min-width: 48rem)";
const isWide = () => window.matchMedia(WIDE).matches;

/**
 * Manages the visibility of the sidebar. On narrow screens it is a drawer that closes on navigation and when the
 * window becomes wide. Opening and closing move the focus.
 */
export function useSidebarVisibility(): SidebarState & { show: () => void } {
  const path = usePathname();
  const [isHidden, setIsHidden] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  useEffect(() => setIsDrawerOpen(false), [path]);
  useEffect(() => {
    const wide = window.matchMedia(WIDE);
    const close = () => wide.matches && setIsDrawerOpen(false);
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);
  useHandedFocus(isDrawerOpen);
  useHandedFocus(!isHidden);

  const toggle = useCallback(
    () => (isWide() ? setIsHidden((now) => !now) : setIsDrawerOpen((now) => !now)),
    [],
  );
  const show = useCallback(() => {
    setIsHidden(false);
    if (!isWide()) setIsDrawerOpen(true);
  }, []);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  return useMemo(
    () => ({ isHidden, isDrawerOpen, toggle, show, closeDrawer }),
    [isHidden, isDrawerOpen, toggle, show, closeDrawer],
  );
}

// Moves the focus into the sidebar when it opens and to its button when it closes, but never from other controls.
function useHandedFocus(isShown: boolean): void {
  const before = useRef(isShown);
  useEffect(() => {
    if (before.current === isShown) return;
    before.current = isShown;
    const sidebar = document.getElementById("sidebar");
    const button = document.getElementById(OPEN_SIDEBAR);
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.closest("[inert]");
    if (isShown && (isFree || focused === button)) sidebar?.querySelector("button")?.focus();
    if (!isShown && (isFree || sidebar?.contains(focused))) button?.focus();
  }, [isShown]);
}
