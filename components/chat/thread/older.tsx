import { useCallback, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import type { ThreadActions } from "@/components/live/use-thread";
import { Spinner } from "@/components/ui/spinner";

export function useOlder({ hasOlder, loadOlder }: ThreadActions) {
  const problem = useProblem();
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
        (error: unknown) => setState({ isLoading: false, failure: problem(error) }),
      )
      .finally(() => {
        isBusy.current = false;
      });
  }, [hasOlder, problem]);
  return { ...state, load };
}

export function OlderMark({ isLoading, failure, load }: ReturnType<typeof useOlder>) {
  const t = useTranslations("chat");
  return (
    <div className="flex h-12 items-center justify-center gap-2 text-sm text-muted">
      {isLoading ? (
        <Spinner label={t("loadingEarlier")} />
      ) : (
        <button type="button" onClick={load} className="rounded-lg px-3 py-1.5 hover:bg-hover hover:text-ink">
          {failure ? t("tryAgain", { problem: failure }) : t("earlierMessages")}
        </button>
      )}
    </div>
  );
}
