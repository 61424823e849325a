import { useSyncExternalStore } from "react";

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
