"use client";

import { useCallback, useRef } from "react";
import type { Message } from "@/components/data/thread";
import { useToast } from "@/components/ui/toast";
import { useHidden } from "./hidden-messages";

/** Deletes messages with a way back. @param remove Deletes one for good; throws an ApiError. */
export function useDeletions(remove: (message: Message) => Promise<void>) {
  const toast = useToast();
  const current = useRef(remove);
  current.current = remove;
  const ask = useCallback(
    (message: Message) => {
      import("./delete-later")
        .then((file) => file.deleteLater(message, (gone) => current.current(gone), toast))
        .catch(toast);
    },
    [toast],
  );
  return { hidden: useHidden(), ask };
}
