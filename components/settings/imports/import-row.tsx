"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ImportItem, refreshImports, setImport } from "@/components/data/imports";
import { Reason } from "@/components/i18n/reason";
import { useMoments } from "@/components/i18n/time";
import { useTranslations } from "@/components/i18n/words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { call } from "@/lib/api/client";
import { IMPORT_SOURCES, importsApi } from "@/lib/knowledge/imports/operations";
import type { Translate } from "@/lib/platform/words/translate";

export function ImportRow({ of }: { of: ImportItem }) {
  const moments = useMoments();
  return (
    <>
      <p className="font-medium wrap-anywhere">{of.file_name}</p>
      <p className="text-sm text-muted">
        {IMPORT_SOURCES[of.format].name} ·{" "}
        <time dateTime={of.created_at}>{moments.fullTime(of.created_at)}</time>
      </p>
      {of.state === "running" ? <Running of={of} /> : <Report of={of} />}
    </>
  );
}

function Running({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(importsApi.cancelImport, { params: { id: of.id } }),
    onSuccess: (cancelled) => setImport(client, cancelled),
    onSettled: () => refreshImports(client),
  });
  const done = of.imported + of.skipped + of.failed;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <progress
        aria-label={t("importing", { file: of.file_name })}
        max={of.found ?? undefined}
        value={of.found === null ? undefined : done}
        className="h-1.5 min-w-40 flex-1 accent-accent"
      />
      <span className="text-sm text-muted tabular-nums">
        {of.found === null ? t("counting") : t("progress", { done, all: of.found })}
      </span>
      <Button size="small" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {t.rich("cancel", {
          file: of.file_name,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </Button>
    </div>
  );
}

export function getReportText(
  t: Translate<"imports">,
  { state, imported, skipped, failed }: ImportItem,
): string {
  const report = t("report", { imported, skipped, failed });
  if (state === "failed") return t("reportFailed", { report });
  return state === "cancelled" ? t("reportCancelled", { report }) : report;
}

function Report({ of }: { of: ImportItem }) {
  const t = useTranslations("imports");
  const more = of.failed - of.failures.length;
  return (
    <div className="mt-2 space-y-2 text-sm">
      <p>{getReportText(t, of)}</p>
      {of.error && (
        <p className="text-danger">
          <Reason>{of.error}</Reason>
        </p>
      )}
      {of.failures.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted hover:text-ink">{t("failures")}</summary>
          <ul className="mt-1 space-y-1">
            {of.failures.map(({ title, reason }, at) => (
              <li key={at} className="wrap-anywhere">
                <span className="font-medium">{title}:</span> <Reason>{reason}</Reason>
              </li>
            ))}
            {more > 0 && <li className="text-muted">{t("andMore", { count: more })}</li>}
          </ul>
        </details>
      )}
      {of.chats.length > 0 && (
        <ul aria-label={t("chatsOf", { file: of.file_name })} className="flex flex-wrap gap-x-4 gap-y-1">
          {of.chats.map(({ uuid, name }) => (
            <li key={uuid} className="min-w-0">
              <Link
                href={`/chats/${uuid}`}
                className="text-accent underline underline-offset-2 wrap-anywhere"
              >
                {name}
              </Link>
            </li>
          ))}
          {of.imported > of.chats.length && <li className="text-muted">{t("andOthers")}</li>}
        </ul>
      )}
    </div>
  );
}
