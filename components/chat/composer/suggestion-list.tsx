import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { AttachableIcon } from "./attachable-icon";
import type { ShownSuggestions } from "./use-suggestions";

const box = "absolute inset-x-2 bottom-full z-50 mb-2 rounded-xl border bg-raised shadow-float";

export function NothingFound() {
  const t = useTranslations("composerAttach");
  return (
    <p role="status" className={cx(box, "px-4 py-2.5 text-sm text-muted")}>
      {t("nothingFound")}
    </p>
  );
}

export function SuggestionList({ id, offered, current, choose }: ShownSuggestions) {
  const t = useTranslations("composerAttach");
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("suggestions")}
      className={cx(box, "max-h-72 overflow-y-auto p-1")}
    >
      {offered.map((each, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: its field has the focus and handles the keys
        <div
          key={index}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(each)}
          className="flex cursor-pointer items-baseline gap-2 rounded-lg px-3 py-1.5 text-sm hover:bg-hover aria-selected:bg-accent-soft pointer-coarse:py-3"
        >
          {each.attachable && <AttachableIcon of={each.attachable} />}
          <span className={cx("truncate font-medium", each.attachable ? "min-w-0" : "max-w-full shrink-0")}>
            {each.label}
          </span>
          {each.attachable && (
            <span className="shrink-0 text-xs text-muted">{t(`kind_${each.attachable.kind}`)}</span>
          )}
          {each.text === undefined && !each.offer && !each.attachable && (
            <span className="shrink-0 text-muted">
              {each.sign}
              {each.name}
            </span>
          )}
          {each.hint && <span className="min-w-0 truncate text-xs text-muted">{each.hint}</span>}
        </div>
      ))}
    </div>
  );
}
