"use client";

import { useState } from "react";
import type { Message } from "@/components/data/thread";
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
