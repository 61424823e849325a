"use client";

import type { DocumentItem } from "@/components/data/documents";
import { UploadButton, UploadList } from "@/components/documents/library/upload-area";
import { useUploads } from "@/components/documents/library/uploads";
import { useTranslations } from "@/components/i18n/words";
import { DropZone } from "@/components/ui/drop-zone";

export function KnowledgeUpload({ onAdded }: { onAdded: (document: DocumentItem) => void }) {
  const t = useTranslations("assistantKnowledge");
  const uploads = useUploads({}, (documents) => documents.forEach(onAdded));
  return (
    <DropZone onDrop={uploads.add} says={t("drop")}>
      <div className="rounded-xl border border-dashed px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <UploadButton uploads={uploads} small variant="secondary" />
          <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{t("uploadHelp")}</p>
        </div>
        <UploadList uploads={uploads} />
      </div>
    </DropZone>
  );
}
