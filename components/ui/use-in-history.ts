import { useCallback, useEffect, useRef, useState } from "react";

/** How many things are open over the page at this step of the history. */
const depth = (): number => (window.history.state as { over?: number } | null)?.over ?? 0;

/**
 * What is open over the page, as a step of the browser's history: Back closes
 * what was opened last and stays on the page, and `close` takes the step back.
 */
export function useInHistory<T extends string = "it">() {
  const [shown, setShown] = useState<T>();
  /** The depth of its own step; 0: it has none. */
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
    /** As the page itself begins: Back leads away from it. */
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
