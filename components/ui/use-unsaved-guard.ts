"use client";

import { useEffect, useRef } from "react";

/**
 * Asks before a page with unsaved changes is left: through the browser when the tab closes, and on clicks on links
 * within the workspace.
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
    // Capture phase, to run before the router.
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
    };
  }, [isDirty, question]);
  return {
    lift: () => {
      isLifted.current = true;
    },
    isLifted: () => isLifted.current,
  };
}
