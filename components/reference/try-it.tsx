"use client";

import { lazy, Suspense, useState } from "react";
import { useTranslations } from "@/components/i18n/words";

const TryPanel = lazy(() => import("./try-panel").catch(() => ({ default: NotLoaded })));

function NotLoaded(_: { id: string }) {
  const t = useTranslations("docs");
  return (
    <p role="alert" className="mt-3 text-sm text-danger">
      {t("notLoaded")}
    </p>
  );
}

export function TryIt({ id }: { id: string }) {
  const t = useTranslations("docs");
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-4 noscript:hidden">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded-lg border border-line px-3 py-1.5 text-sm font-medium hover:bg-sunken"
      >
        {t(isOpen ? "close" : "tryIt")}
      </button>
      {isOpen && (
        <Suspense fallback={<p className="mt-3 text-sm text-muted">{t("loading")}</p>}>
          <TryPanel id={id} />
        </Suspense>
      )}
    </div>
  );
}
