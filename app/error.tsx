"use client";

import { reportPageError } from "@/components/ui/page-errors";
import { ErrorState } from "@/components/ui/states";
import { useWords } from "@/components/words/words";

/** What is left when not even the frame of the workspace could be made. */
export default function RootError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useWords("ui");
  return (
    <main className="grid h-dvh place-items-center">
      <ErrorState
        isPage
        what={t("pageFailed")}
        reason={t("errorId", { id: reportPageError(error) })}
        retry={reset}
      />
    </main>
  );
}
