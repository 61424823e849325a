"use client";

import { useQuery } from "@tanstack/react-query";
import { documentQuery } from "@/components/data/documents";
import { useTranslations } from "@/components/i18n/words";
import { Dialog } from "@/components/ui/dialog";
import type { DocumentPosition } from "./place";
import { DocumentPreview } from "./preview";

export function PreviewDialog({
  id,
  place,
  onClose,
}: {
  id: number;
  place: DocumentPosition;
  onClose: () => void;
}) {
  const t = useTranslations("documents");
  const { data: document } = useQuery(documentQuery(id));
  return (
    <Dialog
      open
      onClose={onClose}
      title={document?.file_name ?? t("document")}
      className="min-w-[min(52rem,calc(100vw-2rem))]"
    >
      <DocumentPreview id={id} place={place} onGone={onClose} />
    </Dialog>
  );
}
