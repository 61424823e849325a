"use client";

import type { ImportItem } from "@/components/data/imports";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { IMPORT_SOURCES } from "@/lib/knowledge/imports/operations";
import { CancelButton } from "./cancel-button";
import { ImportPreview } from "./import-preview";
import { ImportReport } from "./import-report";

export function ImportRow({ of }: { of: ImportItem }) {
  const moments = useMoments();
  return (
    <>
      <p className="font-medium wrap-anywhere">{of.file_name}</p>
      <p className="text-sm text-muted">
        {IMPORT_SOURCES[of.format].name} ·{" "}
        <time dateTime={of.created_at}>{moments.fullTime(of.created_at)}</time>
      </p>
      {of.state === "running" && <Running of={of} />}
      {of.state === "ready" && of.contents && <ImportPreview of={of} contents={of.contents} />}
      {of.finished_at && <ImportReport of={of} />}
    </>
  );
}

function Running({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  const done = of.imported + of.skipped + of.failed;
  const isCounted = of.found !== null && of.parts?.includes("chats");
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <progress
        aria-label={t("importing", { file: of.file_name })}
        max={(isCounted && of.found) || undefined}
        value={isCounted ? done : undefined}
        className="h-1.5 min-w-40 flex-1 accent-accent"
      />
      <span className="text-sm text-muted tabular-nums">
        {of.parts === null && t("reading")}
        {of.parts !== null && of.found === null && t("counting")}
        {isCounted && t("progress", { done, all: of.found ?? 0 })}
      </span>
      <CancelButton of={of} />
    </div>
  );
}
