"use client";

import { useCallback, useRef, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { usualLimits, withFiles } from "./fitting-files";

/** The files that go with the next message, at first those given; what cannot go is refused with a sentence. */
export function useFiles(given: File[] = []) {
  const toast = useToast();
  const [files, setFiles] = useState(given);
  const now = useRef(files);
  const change = useCallback((next: File[]) => {
    now.current = next;
    setFiles(next);
  }, []);
  const add = useCallback(
    async (added: File[]) => {
      if (added.length === 0) return;
      // When they cannot be asked, the server says later what it does not take.
      const limits = await import("./uploading")
        .then(({ uploadLimits }) => uploadLimits())
        .catch(() => usualLimits);
      const { files, refusal } = withFiles(now.current, added, limits);
      change(files);
      if (refusal) toast(refusal);
    },
    [change, toast],
  );
  const remove = useCallback(
    (at: number) => change(now.current.filter((_, index) => index !== at)),
    [change],
  );
  const clear = useCallback(() => change([]), [change]);
  return { files, add, remove, clear };
}
export type Files = ReturnType<typeof useFiles>;
