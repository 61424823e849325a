"use client";

import { reportPageError } from "@/components/ui/page-errors";
import { ErrorState } from "@/components/ui/states";

/** What is left when not even the frame of the workspace could be made. */
export default function RootError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid h-dvh place-items-center">
      <ErrorState
        isPage
        what="This page could not be shown."
        reason={`Something went wrong on our side, and nothing was lost. If it happens again, tell whoever runs Parley this error ID: ${reportPageError(error)}.`}
        retry={reset}
      />
    </main>
  );
}
