"use client";

import { useTranslations } from "@/components/i18n/words";
import { reportPageError } from "@/components/ui/page-errors";
import { ErrorState } from "@/components/ui/states";

/** Last-resort error page, for failures of the workspace's layout. */
export default function RootError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("ui");
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
