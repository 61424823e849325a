"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useWords } from "@/components/words/words";

/** Says, above every page, that the session has ended; signing in leads back to the page. */
export function SessionEnded() {
  const t = useWords("workspace");
  const path = usePathname();
  const search = useSearchParams().toString();
  const here = search ? `${path}?${search}` : path;
  return (
    <div role="alert" className="bg-danger-soft px-4 py-2.5 text-sm text-danger">
      {t.rich("sessionEnded", {
        // Not a Link: everything is loaded anew for whoever signs in.
        link: (text) => (
          <a
            href={`/login?next=${encodeURIComponent(here)}`}
            className="font-medium underline underline-offset-2"
          >
            {text}
          </a>
        ),
      })}
    </div>
  );
}
