import { useCallback, useEffect, useRef, useState } from "react";

const depth = (): number => (window.history.state as { over?: number } | null)?.over ?? 0;

/**
 * Gives an overlay an entry in the browser's history: Back closes the topmost overlay and stays on the page. `close`
 * removes the entry.
 */
export function useInHistory<T extends string = "it">() {
  const [shown, setShown] = useState<T>();
  // Depth of the overlay's history entry; 0 without an entry.
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
