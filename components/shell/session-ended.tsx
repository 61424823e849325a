"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "@/components/i18n/words";

export function SessionEnded() {
  const t = useTranslations("workspace");
  const path = usePathname();
  const search = useSearchParams().toString();
  const here = search ? `${path}?${search}` : path;
  return (
    <div role="alert" className="bg-danger-soft px-4 py-2.5 text-sm text-danger">
      {t.rich("sessionEnded", {
        // A plain link instead of `Link`, because another account may sign in, which needs a full page load.
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
