"use client";

import { reportPageError } from "@/components/ui/page-errors";
import { ErrorState } from "@/components/ui/states";

export default function WorkspaceError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <div className="grid h-full place-items-center">
      <ErrorState
        isPage
        what="This page could not be shown."
        reason={`Something went wrong on our side, and nothing was lost. If it happens again, tell whoever runs Parley this error ID: ${reportPageError(error)}.`}
        retry={reset}
      />
    </div>
  );
}
