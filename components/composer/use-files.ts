"use client";

import { useCallback, useRef, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { useLaterWords } from "@/components/words/words";

/** The files that go with the next message, at first those given; what cannot go is refused with a sentence. */
export function useFiles(given: File[] = []) {
  const toast = useToast();
  const words = useLaterWords("composerFiles");
  const [files, setFiles] = useState(given);
  const now = useRef(files);
  const change = useCallback((next: File[]) => {
    now.current = next;
    setFiles(next);
  }, []);
  const add = useCallback(
    async (added: File[]) => {
      if (added.length === 0) return;
      // At once, so that they go along however soon the message is sent.
      change([...now.current, ...added]);
      // When that cannot be told here, the server says later what it does not take.
      const { files, refusal } = await Promise.all([import("./uploading"), words()])
        .then(([{ fitting }, t]) => fitting(t, () => now.current))
        .catch(() => ({ files: now.current, refusal: undefined }));
      if (refusal) {
        change(files);
        toast(refusal);
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
