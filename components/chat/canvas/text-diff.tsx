import { type Change, diffLines, diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { useTranslations } from "@/components/i18n/words";

// Changes beyond these would block the page; then lines are compared, or the text is shown without marks.
const MAX_WORD_EDITS = 1_000;
const MAX_LINE_EDITS = 2_000;
// Lines around a change that are shown, of a longer unchanged part.
const CONTEXT_LINES = 3;

type TextDiffProps = { before: string; after: string; unit: "words" | "lines"; label: string };

/** Shows what was added and removed between two texts. Long unchanged parts are left out. */
export function TextDiff({ before, after, unit, label }: TextDiffProps) {
  const t = useTranslations("canvasVersions");
  const parts = useMemo(() => compare(before, after, unit), [before, after, unit]);
  if (before === after) return <p className="py-8 text-center text-muted">{t("same")}</p>;
  return (
    <>
      {!parts && <p className="pb-2 text-muted">{t("tooDifferent")}</p>}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[55dvh] overflow-auto rounded-lg border bg-surface p-3"
      >
        <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {parts
            ? parts.map((part, at) => <Part key={at} {...part} at={at} last={parts.length - 1} />)
            : before}
        </pre>
      </section>
    </>
  );
}

function compare(before: string, after: string, unit: TextDiffProps["unit"]): Change[] | undefined {
  const words = unit === "words" && diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_EDITS });
  return words || diffLines(before, after, { maxEditLength: MAX_LINE_EDITS });
}

function Part({ value, added, removed, at, last }: Change & { at: number; last: number }) {
  const t = useTranslations("canvasVersions");
  if (added)
    return (
      <ins className="rounded-xs bg-success-soft text-success decoration-1 underline-offset-2">
        <span className="sr-only">{t("added")} </span>
        {value}
      </ins>
    );
  if (removed)
    return (
      <del className="rounded-xs bg-danger-soft text-danger">
        <span className="sr-only">{t("removed")} </span>
        {value}
      </del>
    );
  const lines = value.split("\n");
  const head = at === 0 ? 0 : CONTEXT_LINES + 1;
  const tail = at === last ? 0 : CONTEXT_LINES + 1;
  const count = lines.length - head - tail;
  if (count < CONTEXT_LINES) return value;
  return (
    <>
      {lines.slice(0, head).join("\n")}
      <span className="my-1 block border-y border-dashed bg-sunken px-2 font-sans text-muted">
        {t("unchangedLines", { count })}
      </span>
      {lines.slice(lines.length - tail).join("\n")}
    </>
  );
}
