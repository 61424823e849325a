"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Link } from "@/components/ui/link";
import { Method } from "./operation";

export const NAVIGATION_ID = "docs-navigation";

type Operation = { id: string; method: string; summary: string };
type NavigationProps = {
  groups: { tag: string; slug: string }[];
  open?: { slug: string; operations: Operation[] };
};

const row = "flex min-h-10 items-center rounded-md px-3 hover:bg-hover lg:min-h-8";

export function Navigation({ groups, open }: NavigationProps) {
  const t = useTranslations("docs");
  const current = useOperationInView();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only closes the drawer after a link was followed
    <nav
      id={NAVIGATION_ID}
      popover="auto"
      aria-label={t("operations")}
      onClick={({ target, currentTarget }) => {
        const isOpen = currentTarget.matches(":popover-open");
        if (isOpen && (target as Element).closest("a")) currentTarget.hidePopover();
      }}
      className="m-0 h-dvh max-h-none w-72 overflow-y-auto overscroll-contain border-0 border-e border-line bg-page p-3 text-sm text-ink shadow-float backdrop:bg-scrim lg:sticky lg:inset-auto lg:top-14 lg:block lg:h-[calc(100dvh-3.5rem)] lg:w-auto lg:shadow-none"
    >
      <ul>
        <li>
          <Link href="/docs" aria-current={open ? undefined : "page"} className={`${row} ${marked}`}>
            {t("overview")}
          </Link>
        </li>
        {groups.map(({ tag, slug }) => (
          <li key={slug}>
            <Link
              href={`/docs/${slug}`}
              aria-current={open?.slug === slug ? "page" : undefined}
              className={`${row} ${marked}`}
            >
              {tag}
            </Link>
            {open?.slug === slug && (
              <ul aria-label={tag} className="mt-1 mb-3 ms-3 border-s border-line ps-1">
                {open.operations.map(({ id, method, summary }) => (
                  <li key={id}>
                    <a
                      href={`#${id}`}
                      aria-current={current === id ? "location" : undefined}
                      className={`${row} items-baseline gap-2 py-1.5 text-muted hover:text-ink ${marked}`}
                    >
                      <span className="w-11 shrink-0">
                        <Method method={method} />
                      </span>
                      <span className="min-w-0">{summary}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const marked = "aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-ink";

// Returns the id of the operation at the top of the viewport.
function useOperationInView(): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        }
        const first = [...inView].sort((a, b) =>
          a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        )[0];
        if (first) setCurrent(first.id);
      },
      { rootMargin: "-80px 0px -65% 0px" },
    );
    for (const section of document.querySelectorAll("[data-operation]")) observer.observe(section);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const link = document.querySelector(`#${NAVIGATION_ID} [aria-current="location"]`);
    if (current) link?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return current;
}
