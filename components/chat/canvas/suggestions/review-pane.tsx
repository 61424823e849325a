import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { focusEditor, isFocusLost, keepCanvasOpen } from "../editor-focus";
import type { TextChange } from "./changes";
import type { Review } from "./use-review";

export type ChangedTextProps = {
  // Index of the group that is accepted or rejected next.
  current: number;
  onChoose: (index: number) => void;
};

type ReviewPaneProps = {
  review: Review;
  // Changes that are settled together.
  groups: TextChange[][];
  children: (props: ChangedTextProps) => ReactNode;
};

/** Shows suggested changes in their text, to accept or reject one by one or all together. */
export function ReviewPane({ review, groups, children }: ReviewPaneProps) {
  const t = useTranslations("canvasSuggestions");
  const { base = "", lost = 0, author, takesFocus = false } = review.suggested ?? {};
  const [chosen, setChosen] = useState(0);
  const count = groups.length;
  const at = Math.max(0, Math.min(chosen, count - 1));
  const current = groups[at];
  const place = useRef<HTMLElement>(null);
  const [isFocused] = useState(takesFocus);
  const { onFocused } = review;
  useEffect(() => {
    if (isFocused) {
      place.current?.focus();
      onFocused();
    }
    return () => {
      if (isFocusLost()) focusEditor();
    };
  }, [isFocused, onFocused]);
  useEffect(() => {
    place.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, base, count]);
  const step = (by: number) => count > 0 && setChosen((at + by + count) % count);
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => current && review.accept(current),
    Delete: () => current && review.reject(current),
    Backspace: () => current && review.reject(current),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.target === place.current ? keys[event.key] : undefined;
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  return (
    <section aria-label={t("suggested")} onKeyDown={keepCanvasOpen} className="canvas-field flex flex-col">
      <div className="flex flex-wrap items-center gap-1.5 border-b bg-raised p-1.5">
        <IconButton
          label={t("previous")}
          onClick={() => step(-1)}
          className="size-8! pointer-coarse:size-10!"
        >
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label={t("next")} onClick={() => step(1)} className="size-8! pointer-coarse:size-10!">
          <ChevronDown aria-hidden />
        </IconButton>
        <p role="status" className="me-auto text-muted">
          {current ? t("position", { number: at + 1, count }) : t(lost > 0 ? "none" : "unchanged")}
        </p>
        <Button size="small" disabled={!current} onClick={() => current && review.accept(current)}>
          <Check aria-hidden className="size-4" /> {t("accept")}
        </Button>
        <Button size="small" disabled={!current} onClick={() => current && review.reject(current)}>
          <X aria-hidden className="size-4" /> {t("reject")}
        </Button>
        <Button size="small" variant="primary" disabled={!current} onClick={review.acceptAll}>
          {t("acceptAll")}
        </Button>
        <Button size="small" variant="quiet" onClick={review.close}>
          {t(count > 0 ? "rejectAll" : "close")}
        </Button>
      </div>
      {author && <p className="border-b px-3 py-2">{t("changedMeanwhile", { name: author })}</p>}
      {lost > 0 && (
        <p role="status" className="border-b bg-warning-soft px-3 py-2 text-warning">
          {t("lost", { count: lost })}
        </p>
      )}
      <article
        ref={place}
        aria-label={t("textWithChanges")}
        aria-describedby="review-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and its keys choose and settle changes
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto outline-none"
      >
        {children({ current: at, onChoose: setChosen })}
      </article>
      <p id="review-keys" className="border-t px-3 py-1.5 text-xs text-muted">
        {t("keys")}
      </p>
    </section>
  );
}
