"use client";

import X from "lucide-react/icons/x";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

export type LimitState = "ok" | "warning" | "used_up";

const sentences = { warning: "warning", used_up: "usedUp" } as const;
/** Share of a limit from which a warning is shown. Must equal the share at which the API warns. */
export const WARNS_AT = 0.8;

export function UsageLimitBanner({ state }: { state: LimitState }) {
  const t = useTranslations("usageNotice");
  const [isHidden, setHidden] = useState(false);
  if (state === "ok" || isHidden) return null;
  const look = state === "warning" ? "bg-warning-soft text-warning" : "bg-danger-soft text-danger";
  return (
    <aside aria-label={t("label")} className={`flex items-center gap-3 px-4 py-1.5 text-sm ${look}`}>
      <p className="min-w-0 flex-1">
        {t.rich(sentences[state], {
          share: WARNS_AT,
          link: (text) => (
            <Link href="/settings/usage" className="underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
      <IconButton label={t("dismiss")} onClick={() => setHidden(true)}>
        <X aria-hidden />
      </IconButton>
    </aside>
  );
}
