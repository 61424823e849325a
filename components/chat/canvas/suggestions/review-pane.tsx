import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/class-names";
import { focusEditor, isFocusLost, keepCanvasOpen } from "../editor-focus";
import type { TextChange } from "./changes";
import type { Review } from "./use-review";

// Of unchanged text before, between and after changes, more is left out.
const CONTEXT_LENGTH = 2_000;

/** Shows suggested changes in their text, to accept or reject one by one or all together. */
export function ReviewPane({ review, isProse }: { review: Review; isProse: boolean }) {
  const t = useTranslations("canvasSuggestions");
  const { base = "", changes = [], lost = 0, author, takesFocus = false } = review.suggested ?? {};
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, changes.length - 1);
  const current = changes[at];
  const place = useRef<HTMLElement>(null);
  const [isFocused] = useState(takesFocus);
  useEffect(() => {
    if (isFocused) place.current?.focus();
    return () => {
      if (isFocusLost()) focusEditor();
    };
  }, [isFocused]);
  useEffect(() => {
    place.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, base]);
  const step = (by: number) => setChosen((at + by + changes.length) % changes.length);
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
          {current
            ? t("position", { number: at + 1, count: changes.length })
            : t(lost > 0 ? "none" : "unchanged")}
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
          {t(changes.length > 0 ? "rejectAll" : "close")}
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
        className={cx(
          "min-h-0 flex-1 overflow-auto p-3 leading-relaxed whitespace-pre-wrap outline-none wrap-anywhere",
          isProse ? "text-sm" : "font-mono text-xs",
        )}
      >
        {changes.map((change, index) => (
          <ChangeInText
            key={`${change.from} ${change.insert.length}`}
            {...{ base, change }}
            before={base.slice(changes[index - 1]?.to ?? 0, change.from)}
            isFirst={index === 0}
            isCurrent={index === at}
            onChoose={() => setChosen(index)}
          />
        ))}
        {shorten(base.slice(changes.at(-1)?.to ?? 0), "end")}
      </article>
      <p id="review-keys" className="border-t px-3 py-1.5 text-xs text-muted">
        {t("keys")}
      </p>
    </section>
  );
}

type ChangeInTextProps = {
  base: string;
  change: TextChange;
  before: string;
  isFirst: boolean;
  isCurrent: boolean;
  onChoose: () => void;
};

function ChangeInText({ base, change, before, isFirst, isCurrent, onChoose }: ChangeInTextProps) {
  const t = useTranslations("canvasSuggestions");
  const removed = base.slice(change.from, change.to);
  return (
    <>
      {shorten(before, isFirst ? "start" : "middle")}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; keys and buttons do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        aria-current={isCurrent}
        onClick={onChoose}
        className={cx("cursor-pointer rounded-xs", isCurrent && "outline-2 outline-offset-1 outline-accent")}
      >
        {removed !== "" && (
          <del className="bg-danger-soft text-danger">
            <span className="sr-only">{t("removed")} </span>
            {removed}
          </del>
        )}
        {change.insert !== "" && (
          <ins className="bg-success-soft text-success decoration-1 underline-offset-2">
            <span className="sr-only">{t("added")} </span>
            {change.insert}
          </ins>
        )}
      </span>
    </>
  );
}

function shorten(text: string, side: "start" | "middle" | "end"): string {
  const most = side === "middle" ? 2 * CONTEXT_LENGTH : CONTEXT_LENGTH;
  if (text.length <= most) return text;
  const head = side === "start" ? "" : text.slice(0, CONTEXT_LENGTH);
  const tail = side === "end" ? "" : text.slice(-CONTEXT_LENGTH);
  return `${head}\n…\n${tail}`;
}
