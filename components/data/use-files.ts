"use client";

import { useCallback, useRef, useState } from "react";
import { useLazyTranslations } from "@/components/i18n/words";
import { useToast } from "@/components/ui/toast";

export function useFiles(given: File[] = []) {
  const toast = useToast();
  const words = useLazyTranslations("composerFiles");
  const [files, setFiles] = useState(given);
  const now = useRef(files);
  const change = useCallback((next: File[]) => {
    now.current = next;
    setFiles(next);
  }, []);
  const add = useCallback(
    async (added: File[]) => {
      if (added.length === 0) return;
      // Added before the limits are checked, so that a message sent meanwhile includes them.
      change([...now.current, ...added]);
      // If the check can't be loaded, the server refuses unsuitable files.
      const { files, refusal } = await Promise.all([import("./uploading"), words()])
        .then(([{ checkFiles }, t]) => checkFiles(t, () => now.current))
        .catch(() => ({ files: now.current, refusal: undefined }));
      if (refusal) {
        change(files);
        toast({ text: refusal, isFailure: true });
      }
    },
    [change, toast, words],
  );
  const remove = useCallback(
    (at: number) => change(now.current.filter((_, index) => index !== at)),
    [change],
  );
  const clear = useCallback(() => change([]), [change]);
  return { files, add, remove, clear };
}
export type Files = ReturnType<typeof useFiles>;
