"use client";

import { lazy, Suspense, useState } from "react";

const TryPanel = lazy(() => import("./try-panel").catch(() => ({ default: NotLoaded })));

const NotLoaded = (_: { id: string }) => (
  <p role="alert" className="mt-3 text-sm text-danger">
    The server cannot be reached. Load this page again.
  </p>
);

/** Opens a form that calls the operation for real. Its code is fetched when it is first opened. */
export function TryIt({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-4 noscript:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-sunken"
      >
        {isOpen ? "Close" : "Try it"}
      </button>
      {isOpen && (
        <Suspense fallback={<p className="mt-3 text-sm text-muted">Loading…</p>}>
          <TryPanel id={id} />
        </Suspense>
      )}
    </div>
  );
}
