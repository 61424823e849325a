import { useSyncExternalStore } from "react";

/** Whether the page is dark: as its reader has chosen, else as the system is. */
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark, () => false);

const system = () => matchMedia("(prefers-color-scheme: dark)");

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : system().matches;
}

function subscribe(notify: () => void): () => void {
  const chosen = new MutationObserver(notify);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const wished = system();
  wished.addEventListener("change", notify);
  return () => {
    chosen.disconnect();
    wished.removeEventListener("change", notify);
  };
}
