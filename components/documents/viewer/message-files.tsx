"use client";

import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, Suspense, useState } from "react";
import { lazy } from "@/components/browser/lazy";
import { unreadyQuery } from "@/components/data/documents";
import { formatFileSize } from "@/components/i18n/file-size";
import { useTranslations } from "@/components/i18n/words";
import { TypeIcon } from "@/components/ui/type-icon";
import { useInHistory } from "@/components/ui/use-in-history";
import type { DocumentPosition } from "./place";
import { getStateText } from "./state";

const PreviewDialog = lazy(() =>
  import("./preview-dialog").then((file) => ({ default: file.PreviewDialog })),
);

type AttachedFile = { document_id: number; file_name: string; mime_type: string; size: number; url: string };

// Picture types that every browser can display.
const DISPLAYABLE_TYPES = /^image\/(jpeg|png|gif|webp)$/;

export function MessageFiles({ chat, files }: { chat: string; files: AttachedFile[] }) {
  const t = useTranslations("files");
  const { data: unready } = useQuery(unreadyQuery(chat));
  return (
    <ul className="mt-2 flex flex-wrap gap-2" aria-label={t("files")}>
      {files.map((file) => {
        const document = unready?.find(({ id }) => id === file.document_id);
        return (
          <li key={file.document_id} className="max-w-full">
            <DocumentLink
              id={file.document_id}
              className="flex flex-wrap items-center gap-2 overflow-hidden rounded-lg border bg-surface px-2.5 py-1.5 text-sm hover:bg-hover"
            >
              <Sign file={file} />
              <span className="min-w-0 max-w-60 truncate">{file.file_name}</span>
              <span
                className={`shrink-0 text-xs ${document?.status === "failed" ? "text-danger" : "text-muted"}`}
              >
                {document ? getStateText(t, document) : formatFileSize(file.size, t.locale)}
              </span>
            </DocumentLink>
          </li>
        );
      })}
    </ul>
  );
}

function Sign({ file }: { file: AttachedFile }) {
  const [isBroken, setBroken] = useState(false);
  if (!DISPLAYABLE_TYPES.test(file.mime_type) || isBroken)
    return <TypeIcon type={file.mime_type} className="size-4" />;
  return (
    <img
      src={file.url}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
      className="-mx-2.5 -mt-1.5 h-36 w-[calc(100%+1.25rem)] min-w-36 max-w-none bg-sunken object-contain"
    />
  );
}

function toPlaceQuery({ page, passage, seconds }: DocumentPosition): string {
  const parts = [
    seconds !== undefined && `seconds=${seconds}`,
    passage && `passage=${passage.start}-${passage.length}`,
    page !== undefined && !passage && `page=${page}`,
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

export function DocumentLink({
  id,
  place = {},
  className,
  children,
}: {
  id: number;
  place?: DocumentPosition;
  className?: string;
  children: ReactNode;
}) {
  const preview = useInHistory();
  const search = toPlaceQuery(place);
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    preview.open("it");
  };
  return (
    <>
      <a href={`/documents/${id}${search}`} onClick={openHere} className={className}>
        {children}
      </a>
      {preview.shown && (
        <Suspense>
          <PreviewDialog id={id} place={place} onClose={preview.close} />
        </Suspense>
      )}
    </>
  );
}
