import { useEffect, useState } from "react";

/**
 * Whether something is open over the page, as a step of the browser's history:
 * Back closes it and stays on the page, and `close` takes the step back.
 */
export function useInHistory() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const left = () => setOpen(false);
    window.addEventListener("popstate", left);
    return () => window.removeEventListener("popstate", left);
  }, [isOpen]);
  const open = () => {
    window.history.pushState(null, "", window.location.href);
    setOpen(true);
  };
  return { isOpen, open, close: () => window.history.back() };
}
