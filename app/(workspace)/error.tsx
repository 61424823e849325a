"use client";

import { useTranslations } from "@/components/i18n/words";
import { reportPageError } from "@/components/ui/page-errors";
import { ErrorState } from "@/components/ui/states";

export default function WorkspaceError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("ui");
  return (
    <div className="grid h-full place-items-center">
      <ErrorState
        isPage
        what={t("pageFailed")}
        reason={t("errorId", { id: reportPageError(error) })}
        retry={reset}
      />
    </div>
  );
}
