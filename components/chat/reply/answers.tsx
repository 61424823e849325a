"use client";

import { useState } from "react";
import type { Message } from "@/components/data/thread";
import { parsePreviousTexts } from "./notes";

/** Provides a pager over a reply and the answers that it replaced, oldest first. */
export function useAnswers(message: Message) {
  const earlier = parsePreviousTexts(message.extra);
  const count = earlier.length + 1;
  // Counted from the newest, so that a new answer is shown when it arrives.
  const [back, setBack] = useState({ id: message.id, steps: 0 });
  const steps = back.id === message.id ? Math.min(back.steps, count - 1) : 0;
  const at = count - steps;
  return {
    at,
    count,
    /** Text of the selected earlier answer; undefined for the current one. */
    earlier: earlier[at - 1],
    show: (to: number) => setBack({ id: message.id, steps: count - to }),
  };
}
