"use client";

import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { numberFormat } from "@/lib/platform/words/translate";

export function UnreadCount({ count, isBelow = false }: { count: number; isBelow?: boolean }) {
  const t = useTranslations("sidebar");
  if (count === 0) return null;
  const said = t(isBelow ? "unreadBelow" : "unread", { count });
  const format = numberFormat(t.locale);
  return (
    <span
      title={said}
      className={cx(
        "shrink-0 rounded-full px-1.5 text-xs font-semibold tabular-nums forced-colors:border",
        isBelow ? "border border-highlight text-highlight" : "bg-highlight text-on-highlight",
      )}
    >
      <span aria-hidden>{count > 99 ? `${format.format(99)}+` : format.format(count)}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
