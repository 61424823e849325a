"use client";

import { ErrorState } from "@/components/ui/states";

export default function WorkspaceError({ reset }: { error: Error; reset: () => void }) {
  return (
    <div className="grid h-full place-items-center">
      <ErrorState
        isPage
        what="This page could not be shown."
        reason="The server had a problem. Nothing was lost."
        retry={reset}
      />
    </div>
  );
}
