"use client";

import { useEffect, useRef } from "react";

/**
 * Asks before a page with unsaved changes is left: by the browser when the tab
 * closes, by ourselves when a link inside the workspace is followed.
 */
export function useUnsavedGuard(isDirty: boolean, question: string) {
  const isLifted = useRef(false);
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLifted.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (isLifted.current || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== location.origin)
        return;
      if (link.pathname === location.pathname) return;
      if (!window.confirm(question)) {
        event.preventDefault();
        event.stopPropagation();
      } else isLifted.current = true;
    };
    window.addEventListener("beforeunload", onUnload);
    // Before the router hears of the click.
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty, question]);
  return {
    /** For leaving on purpose, as after removing what is edited. */
    lift: () => {
      isLifted.current = true;
    },
    isLifted: () => isLifted.current,
  };
}
