import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";

export function PageField({
  page,
  count,
  goTo,
}: {
  page: number;
  count: number;
  goTo: (page: number) => void;
}) {
  const t = useTranslations("viewer");
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const asked = Number(typed);
    if (typed?.trim() && Number.isFinite(asked)) goTo(Math.min(count, Math.max(1, Math.round(asked))));
    setTyped(undefined);
  };
  return (
    <div className="flex items-center">
      <IconButton label={t("previousPage")} disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <input
        aria-label={t("page")}
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
          // Keeps a surrounding dialog open.
          if (event.key === "Escape" && typed !== undefined) {
            event.preventDefault();
            event.stopPropagation();
            setTyped(undefined);
          }
        }}
        className="h-8 w-12 rounded-lg border border-line-strong bg-surface text-center text-sm tabular-nums pointer-coarse:h-10"
      />
      <span className="ms-1.5 text-xs whitespace-nowrap text-muted tabular-nums">
        {t("ofCount", { count })}
      </span>
      <IconButton label={t("nextPage")} disabled={page >= count} onClick={() => goTo(page + 1)}>
        <ChevronDown aria-hidden />
      </IconButton>
    </div>
  );
}
