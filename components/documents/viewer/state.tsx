"use client";

import type { DocumentItem } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { Badge } from "@/components/ui/states";
import type { Translate } from "@/lib/platform/words/translate";

type DocumentState = Pick<
  DocumentItem,
  "status" | "step" | "progress" | "queue_position" | "queue_seconds" | "scanned_pages"
>;

export function getStateText(
  t: Translate<"files">,
  {
    status,
    step,
    progress,
    queue_position: place,
    queue_seconds: seconds,
    scanned_pages: scans,
  }: DocumentState,
): string {
  if (status === "queued") {
    if (place === null) return t("queued");
    const state = place === 1 ? t("queuedNext") : t("queuedAt", { place });
    if (seconds === null) return state;
    return seconds < 60
      ? t("queuedSoon", { state })
      : t("queuedMinutes", { state, minutes: Math.ceil(seconds / 60) });
  }
  if (status === "failed") return t("failed");
  if (status === "ready") return t("ready");
  if (step === "recognizing" && scans)
    return t("readingPage", { page: Math.min(scans.read + 1, scans.total), pages: scans.total });
  const isIndexed = step === "embedding";
  if (progress === null) return t(isIndexed ? "indexing" : "processing");
  return t(isIndexed ? "indexingShare" : "processingShare", { share: progress / 100 });
}

export function StateBadge({ document }: { document: DocumentState }) {
  const t = useTranslations("files");
  if (document.status === "ready") return null;
  return (
    <Badge tone={document.status === "failed" ? "danger" : "neutral"}>{getStateText(t, document)}</Badge>
  );
}
