import { getKeys } from "./shortcut-keys";

declare global {
  interface Window {
    /** Shortcuts that were pressed before hydration; undefined afterwards. */
    earlyShortcuts?: KeyboardEvent[];
  }
}

// Runs in the head of each page. The server names the shortcuts in the page, because people can change them. The
// function is sent as text, so it must not refer to anything outside itself.
function keepEarlyShortcuts(findKeys: typeof getKeys): void {
  window.earlyShortcuts = [];
  addEventListener("keydown", (event) => {
    const shortcuts = document.querySelector<HTMLElement>("[data-shortcuts]")?.dataset.shortcuts;
    if (!window.earlyShortcuts || !shortcuts?.split(" ").includes(findKeys(event) ?? "")) return;
    event.preventDefault();
    window.earlyShortcuts.push(event);
  });
}

export const earlyShortcuts = `(${keepEarlyShortcuts})(${getKeys})`;
