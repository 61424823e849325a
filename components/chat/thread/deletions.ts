"use client";

import { useCallback, useRef } from "react";
import type { Message } from "@/components/data/thread";
import { useProblem } from "@/components/i18n/problem";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";
import { useHiddenMessages } from "./hidden-messages";

/**
 * Deletes messages with an undo.
 * @param remove Deletes permanently; throws an ApiError
 */
export function useDeletions(remove: (message: Message) => Promise<void>) {
  const toast = useToast();
  const problem = useProblem();
  const words = useLazyTranslations("messageMenu");
  const current = useRef(remove);
  current.current = remove;
  const ask = useCallback(
    (message: Message) => {
      Promise.all([import("./delete-later"), words()])
        .then(([file, t]) => file.deleteLater(t, problem, message, (gone) => current.current(gone), toast))
        .catch(toast);
    },
    [toast, problem, words],
  );
  return { hidden: useHiddenMessages(), ask };
}
