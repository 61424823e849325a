"use client";

import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { useWords } from "@/components/words/words";

const tabs = [
  ["/documents", "library"],
  ["/documents/collections", "collections"],
] as const;

/** The pages of documents: a title, the way between them, and what one can do there. */
export function DocumentsFrame({
  at,
  title,
  about,
  actions,
  children,
}: {
  at: (typeof tabs)[number][0];
  title?: string;
  about: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useWords("documents");
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-10">
        <header className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-0">
            <h1 className="text-title wrap-anywhere">{title ?? t("title")}</h1>
            <div className="mt-1 max-w-prose text-sm text-muted wrap-anywhere">{about}</div>
          </div>
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        </header>
        <nav aria-label={t("title")} className="mt-4 flex gap-1 border-b">
          {tabs.map(([href, name]) => (
            <Link
              key={href}
              href={href}
              aria-current={href === at ? "page" : undefined}
              className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
            >
              {t(name)}
            </Link>
          ))}
        </nav>
        {children}
      </div>
    </div>
  );
}
