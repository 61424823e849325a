import { useEffect, useRef, useState } from "react";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { PRINT_HASH } from "@/components/markdown/paper";
import { save } from "@/components/ui/save";
import { useToast } from "@/components/ui/toast";
import { ApiError, buildPath, createUnreachableError, toApiError } from "@/lib/api/client";
import { canvasApi } from "@/lib/chat/canvas/operations";

export type ExportKind = "word" | "print";
type ExportedText = { chat: string; page: number | undefined; isSaved: boolean; fileName: string };

export function useExport({ chat, page, isSaved, fileName }: ExportedText) {
  const t = useTranslations("canvas");
  const problem = useProblem();
  const toast = useToast();
  const [waiting, setWaiting] = useState<ExportKind>();
  const [creating, setCreating] = useState<AbortController>();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  useEffect(() => {
    if (!waiting || !isSaved) return;
    setWaiting(undefined);
    run(waiting);
  });
  const print = () => {
    const query = page === undefined ? "" : `?page=${page}`;
    if (!window.open(`/print/chats/${chat}/canvas${query}${PRINT_HASH}`, "_blank"))
      toast({ text: t("printBlocked"), action: { label: t("print"), run: print } });
  };
  const createWord = async () => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    setCreating(controller);
    try {
      const file = await fetchWord(chat, page, controller.signal);
      save(file, `${fileName.replace(/\.(md|txt)$/, "")}.docx`);
    } catch (error) {
      if (controller.signal.aborted) return;
      const isTooLarge = error instanceof ApiError && error.status === 413;
      toast({
        text: isTooLarge ? t("wordTooLarge") : t("wordFailed", { reason: problem(error) }),
        isFailure: true,
        action: isTooLarge ? undefined : { label: t("tryAgain"), run: () => void createWord() },
      });
    } finally {
      setCreating((shown) => (shown === controller ? undefined : shown));
    }
  };
  const run = (kind: ExportKind) => (kind === "word" ? void createWord() : print());
  return {
    pending: creating ? ("word" as const) : waiting,
    begin: (kind: ExportKind) => (isSaved ? run(kind) : setWaiting(kind)),
    cancel: () => {
      setWaiting(undefined);
      creating?.abort();
    },
  };
}

async function fetchWord(chat: string, page: number | undefined, signal: AbortSignal): Promise<Blob> {
  const path = buildPath(canvasApi.exportCanvas, { params: { chat_id: chat }, query: { page_id: page } });
  const answer = await fetch(path, { signal }).catch((error) => {
    throw signal.aborted ? error : createUnreachableError();
  });
  if (!answer.ok) throw await toApiError(answer);
  return answer.blob();
}
