import { useCallback, useSyncExternalStore } from "react";

/** Returns true if the window is at least this wide; the default leaves room for a panel beside the thread. */
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
