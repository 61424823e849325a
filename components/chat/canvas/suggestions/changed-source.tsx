import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import type { TextChange } from "./changes";
import { type ChangedTextProps, ReviewPane } from "./review-pane";
import type { Review } from "./use-review";

// Of unchanged text before, between and after changes, more is left out.
const CONTEXT_LENGTH = 2_000;

// Shows changes in source text.
export function SourceReview({ review, isProse }: { review: Review; isProse: boolean }) {
  const { base = "", changes = [] } = review.suggested ?? {};
  return (
    <ReviewPane review={review} groups={changes.map((change) => [change])}>
      {(props) => <ChangedSource {...{ base, changes, isProse }} {...props} />}
    </ReviewPane>
  );
}

type ChangedSourceProps = ChangedTextProps & { base: string; changes: TextChange[]; isProse: boolean };

function ChangedSource({ base, changes, isProse, current, onChoose }: ChangedSourceProps) {
  return (
    <div
      className={cx(
        "p-3 leading-relaxed whitespace-pre-wrap wrap-anywhere",
        isProse ? "text-sm" : "font-mono text-xs",
      )}
    >
      {changes.map((change, index) => (
        <ChangeInText
          key={`${change.from} ${change.insert.length}`}
          {...{ base, change }}
          before={base.slice(changes[index - 1]?.to ?? 0, change.from)}
          isFirst={index === 0}
          isCurrent={index === current}
          onChoose={() => onChoose(index)}
        />
      ))}
      {shorten(base.slice(changes.at(-1)?.to ?? 0), "end")}
    </div>
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
