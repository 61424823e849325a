import { useCallback, useRef, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import type { ThreadActions } from "./use-thread";

/** Reads earlier messages, one page at a time. */
export function useOlder({ hasOlder, loadOlder }: ThreadActions) {
  const [state, setState] = useState<{ isLoading: boolean; failure?: string }>({ isLoading: false });
  const isBusy = useRef(false);
  const current = useRef(loadOlder);
  current.current = loadOlder;
  const load = useCallback(() => {
    if (!hasOlder || isBusy.current) return;
    isBusy.current = true;
    setState({ isLoading: true });
    current
      .current()
      .then(
        () => setState({ isLoading: false }),
        (error: Error) => setState({ isLoading: false, failure: error.message }),
      )
      .finally(() => {
        isBusy.current = false;
      });
  }, [hasOlder]);
  return { ...state, load };
}

/** The way to earlier messages. */
export const OlderMark = ({ isLoading, failure, load }: ReturnType<typeof useOlder>) => (
  <div className="flex h-12 items-center justify-center gap-2 text-sm text-muted">
    {isLoading ? (
      <Spinner label="Loading earlier messages" />
    ) : (
      <button type="button" onClick={load} className="rounded-lg px-3 py-1.5 hover:bg-hover hover:text-ink">
        {failure ? `${failure} Try again` : "Earlier messages"}
      </button>
    )}
  </div>
);
