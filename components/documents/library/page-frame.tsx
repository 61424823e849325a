"use client";

import type { ReactNode } from "react";
import { useTranslations } from "@/components/i18n/words";
import { PageTabs } from "@/components/ui/page-tabs";

export function DocumentsFrame({
  at,
  title,
  about,
  actions,
  children,
}: {
  at: "/documents" | "/documents/collections";
  title?: string;
  about: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("documents");
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 pt-2 pb-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h1 className="text-title wrap-anywhere">{title ?? t("title")}</h1>
            <div className="mt-1 max-w-prose text-sm text-muted wrap-anywhere">{about}</div>
          </div>
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </header>
        <PageTabs
          label={t("title")}
          at={at}
          tabs={[
            ["/documents", t("library")],
            ["/documents/collections", t("collections")],
          ]}
        />
        {children}
      </div>
    </div>
  );
}
