"use client";

import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { IconButton } from "@/components/ui/button";
import type { useAnswers } from "./answers";

/** Pages through the answers to a question, or the versions of one: "2 / 3". */
export function Pager({
  of,
  at,
  count,
  show,
}: Pick<ReturnType<typeof useAnswers>, "at" | "count" | "show"> & { of: "answer" | "version" }) {
  const small = "size-7! pointer-coarse:size-10!";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={of === "answer" ? "Answers" : "Versions"}
      className="flex items-center text-xs text-muted"
    >
      <IconButton label={`Earlier ${of}`} disabled={at === 1} onClick={() => show(at - 1)} className={small}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span role="status" className="tabular-nums">
        <span className="sr-only">{of === "answer" ? "Answer" : "Version"} </span>
        {at} / {count}
      </span>
      <IconButton
        label={`Later ${of}`}
        disabled={at === count}
        onClick={() => show(at + 1)}
        className={small}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
