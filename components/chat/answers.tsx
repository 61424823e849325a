"use client";

import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import type { Message } from "@/components/data/thread";
import { IconButton } from "@/components/ui/button";
import { previousOf } from "./notes";

/** The answers that a reply replaced, oldest first, and which of them and itself is looked at. */
export function useAnswers(message: Message) {
  const earlier = previousOf(message.extra);
  const count = earlier.length + 1;
  // Counted from the newest, so that one more answer shows itself.
  const [back, setBack] = useState({ id: message.id, steps: 0 });
  const steps = back.id === message.id ? Math.min(back.steps, count - 1) : 0;
  const at = count - steps;
  return {
    /** From 1 on. */
    at,
    count,
    /** The text of an earlier answer; undefined for the one that counts. */
    earlier: earlier[at - 1],
    show: (to: number) => setBack({ id: message.id, steps: count - to }),
  };
}

/** Pages through the answers: "2 / 3". */
export function AnswerPager({
  at,
  count,
  show,
}: Pick<ReturnType<typeof useAnswers>, "at" | "count" | "show">) {
  if (count < 2) return null;
  const small = "size-7! pointer-coarse:size-10!";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label="Answers" className="flex items-center text-xs text-muted">
      <IconButton label="Earlier answer" disabled={at === 1} onClick={() => show(at - 1)} className={small}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <span role="status" className="tabular-nums">
        <span className="sr-only">Answer </span>
        {at} / {count}
      </span>
      <IconButton label="Later answer" disabled={at === count} onClick={() => show(at + 1)} className={small}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}
