import { useCallback, useEffect, useRef, useState } from "react";

const depth = (): number => (window.history.state as { over?: number } | null)?.over ?? 0;

/**
 * Ties an overlay to the browser's history: Back closes the topmost one and stays on the page, and `close` removes
 * the entry.
 */
export function useInHistory<T extends string = "it">() {
  const [shown, setShown] = useState<T>();
  // Depth of its own history entry; 0 without one.
  const own = useRef(0);
  useEffect(() => {
    if (shown === undefined) return;
    const look = () => {
      if (depth() >= own.current) return;
      own.current = 0;
      setShown(undefined);
    };
    window.addEventListener("popstate", look);
    return () => window.removeEventListener("popstate", look);
  }, [shown]);
  const open = useCallback((what: T) => {
    if (own.current === 0) {
      own.current = depth() + 1;
      window.history.pushState({ over: own.current }, "", window.location.href);
    }
    setShown(what);
  }, []);
  return {
    shown,
    open,
    /** Opens without a history entry, for overlays that the page starts with. */
    begin: setShown,
    close() {
      if (own.current > 0 && depth() === own.current) window.history.back();
      else {
        own.current = 0;
        setShown(undefined);
      }
    },
  };
}
