import { useContext, useEffect } from "react";
import { useTranslations } from "@/components/i18n/words";
import { cx } from "@/components/ui/class-names";
import { NestedMarkdown } from "../nested";
import type { Show } from "./shown";

/** Document rendered like a message: without scripts or remote images. */
export const MarkdownPage: Show = ({ code, name, isLarge, onDrawn }) => {
  const t = useTranslations("markdown");
  const Markdown = useContext(NestedMarkdown);
  useEffect(() => onDrawn(true), [onDrawn]);
  return (
    <section
      aria-label={t("previewOf", { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={cx(
        "overflow-auto bg-surface px-4 py-3 print:max-h-none print:overflow-visible",
        isLarge ? "max-h-[65dvh]" : "max-h-96",
      )}
    >
      <Markdown text={code} />
    </section>
  );
};
