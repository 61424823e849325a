import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is this wide; by default, so that there is room for a panel beside the thread. */
export function useWide(from = "64rem"): boolean {
  const wide = `(min-width: ${from})`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(wide);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    [wide],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}
