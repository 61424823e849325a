"use client";

import { ErrorState } from "@/components/ui/states";

/** What is left when not even the frame of the workspace could be made. */
export default function RootError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className="grid h-dvh place-items-center">
      <ErrorState
        isPage
        what="This page could not be shown."
        reason="The server had a problem. Nothing was lost."
        retry={reset}
      />
    </main>
  );
}
