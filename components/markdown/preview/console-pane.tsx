import Ban from "lucide-react/icons/ban";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleX from "lucide-react/icons/circle-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import type { ConsoleEntry } from "./console-script";

/** Console of a preview. Opens at the first error. */
export function ConsolePane({
  entries,
  isFull,
  onClear,
}: {
  entries: ConsoleEntry[];
  isFull: boolean;
  onClear: () => void;
}) {
  const t = useTranslations("markdownConsole");
  const id = useId();
  const errors = entries.filter(({ level }) => level === "error").length;
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? errors > 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The newest line is in view, unless one has scrolled up.
    const box = list.current;
    if (box && entries.length > 0 && box.scrollHeight - box.scrollTop - box.clientHeight < 200)
      box.scrollTop = box.scrollHeight;
  }, [entries]);
  return (
    <section aria-label={t("console")} className="border-t bg-code text-xs print:hidden">
      <div className="flex items-center gap-2 px-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setChosen(!isOpen)}
          className="flex flex-1 items-center gap-1.5 rounded-md px-1.5 py-1.5 text-start hover:bg-hover pointer-coarse:py-3"
        >
          <ChevronRight
            aria-hidden
            className={cx("size-3.5 transition-transform", isOpen ? "rotate-90" : "rtl:-scale-x-100")}
          />
          <span className="font-medium">{t("console")}</span>
          <span className="text-muted">{t("lines", { count: entries.length })}</span>
          {errors > 0 && <span className="text-danger">{t("errors", { count: errors })}</span>}
        </button>
        {entries.length > 0 && (
          <IconButton
            label={t("clear")}
            onClick={onClear}
            className="size-7! pointer-coarse:size-10! [&_svg]:size-3.5!"
          >
            <Ban aria-hidden />
          </IconButton>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {entries.length === 0 ? (
          <p className="border-t px-3 py-2 text-muted">{t("empty")}</p>
        ) : (
          <ol
            ref={list}
            aria-label={t("console")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            dir="ltr"
            className="max-h-48 list-none! overflow-y-auto border-t ps-0! font-mono"
          >
            {entries.map((entry, at) => (
              <Line key={at} {...entry} />
            ))}
          </ol>
        )}
        {isFull && <p className="border-t px-3 py-2 text-muted">{t("leftOut")}</p>}
      </div>
      <p role="status" className="sr-only">
        {errors > 0 ? t("errors", { count: errors }) : ""}
      </p>
    </section>
  );
}

const LOOKS: Record<ConsoleEntry["level"], string> = {
  log: "",
  info: "",
  debug: "text-muted",
  warn: "bg-warning-soft text-warning",
  error: "bg-danger-soft text-danger",
};

function Line({ level, text, line }: ConsoleEntry) {
  const t = useTranslations("markdownConsole");
  const Icon = { error: CircleX, warn: TriangleAlert }[level as string];
  return (
    <li className={cx("m-0! flex gap-2 border-b px-3 py-1 last:border-b-0", LOOKS[level])}>
      {Icon && (
        <Icon className="mt-0.5 size-3 shrink-0" aria-label={t(level === "error" ? "error" : "warning")} />
      )}
      <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{text}</span>
      {line !== undefined && <span className="shrink-0 text-muted">{t("line", { line })}</span>}
    </li>
  );
}
