import { diffLines } from "diff";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { useTranslations } from "@/components/i18n/words";
import { Button, IconButton } from "@/components/ui/button";
import { useCopy } from "@/components/ui/use-copy";
import type { Text } from "./use-text";

// Maximum number of changed lines to highlight; a diff with more would block typing.
const MAX_MARKED_EDITS = 500;

/** @param by Author of the other version */
export function Conflict({ text, theirs, by }: { text: Text; theirs: string; by: string | undefined }) {
  const t = useTranslations("canvas");
  const mine = useDeferredValue(text.draft);
  const lines = useMemo(() => diffLines(theirs, mine, { maxEditLength: MAX_MARKED_EDITS }), [theirs, mine]);
  const without = (side: "added" | "removed", whole: string): ReactNode =>
    lines
      ? lines
          .filter((line) => !line[side])
          .map(({ value, added, removed }, at) =>
            added || removed ? (
              <mark key={at} className="rounded-xs bg-accent-soft text-inherit">
                {value}
              </mark>
            ) : (
              value
            ),
          )
      : whole;
  return (
    <section
      aria-label={t("conflict")}
      className="@container mb-3 rounded-xl border border-line-strong bg-raised p-3"
    >
      <p role="alert">
        <span className="block font-medium">{t("conflict")}</span>
        <span className="mt-0.5 block text-muted">{t("conflictHelp", { undo: t("undo") })}</span>
      </p>
      <div className="mt-3 grid gap-3 @md:grid-cols-2">
        <Side
          title={t("yourVersion")}
          copyLabel={t("copyMine")}
          text={text.draft}
          action={
            <Button size="small" onClick={text.keepMine}>
              {t("keepMine")}
            </Button>
          }
        >
          {without("removed", mine)}
        </Side>
        <Side
          title={by ? t("versionOf", { name: by }) : t("otherVersion")}
          copyLabel={t("copyOther")}
          text={theirs}
          action={
            <Button size="small" onClick={text.takeTheirs}>
              {t("keepOther")}
            </Button>
          }
        >
          {without("added", theirs)}
        </Side>
      </div>
    </section>
  );
}

function Side({
  title,
  copyLabel,
  text,
  action,
  children,
}: {
  title: string;
  copyLabel: string;
  text: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations("canvas");
  const { isCopied, copy } = useCopy();
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <p className="truncate font-medium">{title}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-60 min-h-16 flex-1 overflow-auto rounded-lg border p-2 font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere"
      >
        {text === "" ? t("emptyText") : children}
      </pre>
      <div className="flex items-center justify-between gap-2">
        {action}
        <IconButton
          label={isCopied ? t("copied") : copyLabel}
          className="size-8! pointer-coarse:size-10!"
          onClick={() => void copy(text)}
        >
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
      </div>
    </section>
  );
}
