"use client";

import { useCallback, useRef, useState } from "react";
import { type DocumentItem, useRefreshDocuments } from "@/components/data/documents";
import type { Audience } from "@/components/data/library-rights";
import { callWithFiles } from "@/components/data/uploading";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { createId } from "@/lib/api/client";
import { uploadLimits } from "@/lib/api/upload-limits";
import { documentsApi } from "@/lib/knowledge/documents/operations";
import { numberFormat } from "@/lib/platform/words/translate";

export type Target = {
  chat_id?: string;
  chat_workspace_id?: string;
  folder?: string;
  collection_id?: number;
  audience?: Audience;
};
/** Upload in progress or failed; `share` is the progress, 0 to 1. */
export type Upload = { id: string; file: File; share: number; failure?: string };

const MAX_UPLOAD_BYTES = uploadLimits.fileMb * 1024 * 1024;
const MAX_CONCURRENT_UPLOADS = 2;

export const formatMaxFileSize = (locale: string): string =>
  numberFormat(locale, { style: "unit", unit: "megabyte" }).format(uploadLimits.fileMb);

const toBody = ({ audience, ...target }: Target) => ({
  ...target,
  ...(audience && { usable_by: audience.usable_by }),
  ...(audience?.usable_by === "people" &&
    audience.user_ids.length > 0 && { user_ids: audience.user_ids.join(",") }),
});

/** @param onAdded Called with the documents of each finished upload */
export function useUploads(target: Target, onAdded?: (documents: DocumentItem[]) => void) {
  const t = useTranslations("documents");
  const problem = useProblem();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<{ upload: Upload; target: Target }[]>([]);
  const running = useRef(0);
  const readAgain = useRefreshDocuments();
  const added = useRef(onAdded);
  added.current = onAdded;

  const change = useCallback((id: string, values: Partial<Upload>) => {
    setUploads((now) => now.map((upload) => (upload.id === id ? { ...upload, ...values } : upload)));
  }, []);
  const remove = useCallback((id: string) => {
    setUploads((now) => now.filter((upload) => upload.id !== id));
  }, []);

  const work = useCallback(async () => {
    if (running.current >= MAX_CONCURRENT_UPLOADS) return;
    const next = waiting.current.shift();
    if (!next) return;
    running.current++;
    const { id, file } = next.upload;
    try {
      const documents = await callWithFiles(documentsApi.addDocuments, {
        body: toBody(next.target),
        files: [file],
        onShares: ([share = 0]) => change(id, { share }),
      });
      remove(id);
      added.current?.(documents);
    } catch (error) {
      change(id, { failure: problem(error) });
    }
    running.current--;
    void readAgain();
    void work();
  }, [change, remove, readAgain, problem]);

  const add = (files: File[]) => {
    const chosen = files.map((file): Upload => {
      const failure =
        file.size > MAX_UPLOAD_BYTES ? t("tooLarge", { size: formatMaxFileSize(t.locale) }) : undefined;
      return { id: createId(), file, share: 0, failure };
    });
    setUploads((now) => [...now, ...chosen]);
    for (const upload of chosen) if (!upload.failure) waiting.current.push({ upload, target });
    for (let at = 0; at < MAX_CONCURRENT_UPLOADS; at++) void work();
  };
  return { uploads, add, remove };
}
