"use client";

import { useCallback, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { withFiles } from "./attachments";

/** The files that go with the next message; what is too much is refused with a sentence. */
export function useFiles() {
  const toast = useToast();
  const [files, setFiles] = useState<File[]>([]);
  const add = useCallback(
    (added: File[]) => {
      const result = withFiles(files, added);
      setFiles(result.files);
      if (result.refusal) toast(result.refusal);
    },
    [files, toast],
  );
  const remove = useCallback((at: number) => setFiles((now) => now.filter((_, index) => index !== at)), []);
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, remove, clear };
}
export type Files = ReturnType<typeof useFiles>;
