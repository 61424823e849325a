"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Upload from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { setImport } from "@/components/data/imports";
import { callWithFiles } from "@/components/data/uploading";
import { useProblem } from "@/components/i18n/problem";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { uploadLimits } from "@/lib/api/upload-limits";
import { IMPORT_SOURCES, type ImportSource, importsApi } from "@/lib/knowledge/imports/operations";
import type { Key } from "@/lib/platform/words/screens";

const MAX_FILE_MB = uploadLimits.fileMb;
const exports: Record<ImportSource, Key<"imports">> = {
  chatgpt: "chatgptExport",
  claude: "claudeExport",
  open_webui: "openWebuiExport",
  librechat: "librechatExport",
};
const sources = Object.keys(IMPORT_SOURCES) as ImportSource[];

export function ImportForm() {
  const t = useTranslations("imports");
  const problem = useProblem();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      setShare(0);
      if (file.size > MAX_FILE_MB * 1024 * 1024)
        throw new Error(t("tooLarge", { file: file.name, most: MAX_FILE_MB }));
      return callWithFiles(importsApi.startImport, {
        files: [file],
        body: { preview: "true" },
        onShares: ([now = 0]) => setShare(now),
      });
    },
    onSuccess: (begun) => setImport(client, begun),
  });
  return (
    <>
      <dl className="divide-y divide-line text-sm">
        {sources.map((source) => (
          <div key={source} className="py-2 first:pt-0 sm:grid sm:grid-cols-[8rem_1fr]">
            <dt className="font-medium">{IMPORT_SOURCES[source].name}</dt>
            <dd className="text-muted">{t(exports[source])}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={sending.isPending} onClick={() => input.current?.click()}>
          <Upload className="size-4" aria-hidden /> {t("chooseFile")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,.json"
          aria-label={t("file")}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) sending.mutate(file);
          }}
        />
        {sending.isPending ? (
          <progress
            value={share}
            aria-label={t("uploading", { file: sending.variables.name })}
            className="h-1.5 w-40 accent-accent"
          />
        ) : (
          <span className="text-sm text-muted">{t("fileHelp", { most: MAX_FILE_MB })}</span>
        )}
      </div>
      {sending.error && (
        <p role="alert" className="text-sm text-danger wrap-anywhere">
          {problem(sending.error)}
        </p>
      )}
    </>
  );
}
