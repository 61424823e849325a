"use client";

import Mail from "lucide-react/icons/mail";
import { useTranslations } from "@/components/i18n/words";
import { numberFormat } from "@/lib/platform/words/translate";

export function HeldMailsBadge({ count }: { count: number }) {
  const t = useTranslations("inboundMail");
  const waiting = t("waiting", { count });
  return (
    <span
      title={waiting}
      className="inline-flex shrink-0 items-center gap-1 rounded-full bg-warning-soft px-1.5 text-xs font-semibold text-warning"
    >
      <Mail className="size-3" aria-hidden />
      <span aria-hidden>{numberFormat(t.locale).format(count)}</span>
      <span className="sr-only"> {waiting}</span>
    </span>
  );
}
