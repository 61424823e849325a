import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

const tabs = { "/documents": "Library", "/documents/collections": "Collections" };

/** The pages of documents: a title, the way between them, and what one can do there. */
export const DocumentsFrame = ({
  at,
  title = "Documents",
  about,
  actions,
  children,
}: {
  at: keyof typeof tabs;
  title?: string;
  about: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <div className="h-full overflow-y-auto">
    <div className="mx-auto max-w-5xl px-4 py-6 md:px-8 md:py-10">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-title wrap-anywhere">{title}</h1>
          <div className="mt-1 max-w-prose text-sm text-muted wrap-anywhere">{about}</div>
        </div>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </header>
      <nav aria-label="Documents" className="mt-4 flex gap-1 border-b">
        {Object.entries(tabs).map(([href, name]) => (
          <Link
            key={href}
            href={href}
            aria-current={href === at ? "page" : undefined}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:py-3"
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  </div>
);
