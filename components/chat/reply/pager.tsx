"use client";

import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useTranslations } from "@/components/i18n/words";
import { IconButton } from "@/components/ui/button";
import type { useAnswers } from "./answers";

export function Pager({
  of,
  at,
  count,
  show,
}: Pick<ReturnType<typeof useAnswers>, "at" | "count" | "show"> & { of: "answer" | "version" }) {
  const t = useTranslations("chatReplies");
  const small = "size-7! pointer-coarse:size-10!";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t(of === "answer" ? "answers" : "versions")}
      className="flex items-center text-xs text-muted"
    >
      <IconButton
        label={t(of === "answer" ? "earlierAnswer" : "earlierVersion")}
        disabled={at === 1}
        onClick={() => show(at - 1)}
        className={small}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <span role="status" className="tabular-nums">
        {t.rich(of === "answer" ? "answerAt" : "versionAt", {
          at,
          count,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
      <IconButton
        label={t(of === "answer" ? "laterAnswer" : "laterVersion")}
        disabled={at === count}
        onClick={() => show(at + 1)}
        className={small}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
