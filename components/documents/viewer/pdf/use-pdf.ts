import { useCallback, useEffect, useState } from "react";
import type { Key } from "@/lib/platform/words/screens";
import { openPdf, type PDFDocumentLoadingTask, type PDFDocumentProxy } from "./load";

export type Size = { width: number; height: number };
export type Pdf =
  | { state: "loading" }
  | { state: "failed"; reason: Key<"viewer"> | undefined }
  | { state: "ready"; pdf: PDFDocumentProxy; first: Size };

const reasons: Record<string, Key<"viewer">> = {
  PasswordException: "password",
  InvalidPDFException: "damaged",
};

/** Opens a PDF while the component is mounted and returns a retry function. */
export function usePdf(url: string): [Pdf, () => void] {
  const [now, setNow] = useState<Pdf>({ state: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    let task: PDFDocumentLoadingTask | undefined;
    const open = async (): Promise<Pdf> => {
      task = await openPdf(url);
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      return { state: "ready", pdf, first: { width, height } };
    };
    setNow({ state: "loading" });
    void open()
      .catch((error: unknown): Pdf => {
        return { state: "failed", reason: reasons[(error as Error | undefined)?.name ?? ""] };
      })
      .then((opened) => (isGone ? task?.destroy() : setNow(opened)));
    return () => {
      isGone = true;
      void task?.destroy();
    };
  }, [url, attempt]);
  return [now, useCallback(() => setAttempt((before) => before + 1), [])];
}
