"use client";

import { useQuery } from "@tanstack/react-query";
import FileIcon from "lucide-react/icons/file";
import { type MouseEvent, type ReactNode, Suspense } from "react";
import { sizeOf } from "@/components/composer/attachments";
import { unreadyQuery } from "@/components/data/documents";
import { lazy } from "@/components/ui/lazy";
import { useInHistory } from "@/components/ui/use-in-history";
import type { Place } from "./preview";
import { stateOf } from "./state";

const PreviewDialog = lazy(() =>
  import("./preview-dialog").then((file) => ({ default: file.PreviewDialog })),
);

type File = { document_id: number; file_name: string; size: number };

/** The files of a message, each with how far its reading is. */
export function MessageFiles({ chat, files }: { chat: string; files: File[] }) {
  const { data: unready } = useQuery(unreadyQuery(chat));
  return (
    <ul className="mt-2 flex flex-wrap gap-2" aria-label="Files">
      {files.map((file) => {
        const document = unready?.find(({ id }) => id === file.document_id);
        return (
          <li key={file.document_id} className="max-w-full">
            <DocumentLink
              id={file.document_id}
              className="flex items-center gap-2 rounded-lg border bg-surface px-2.5 py-1.5 text-sm hover:bg-hover"
            >
              <FileIcon className="size-4 shrink-0 text-muted" aria-hidden />
              <span className="truncate">{file.file_name}</span>
              <span
                className={`shrink-0 text-xs ${document?.status === "failed" ? "text-danger" : "text-muted"}`}
              >
                {document ? stateOf(document) : sizeOf(file.size)}
              </span>
            </DocumentLink>
          </li>
        );
      })}
    </ul>
  );
}

/** A place in a document as the address of its page has it. */
function searchOf({ page, passage, seconds }: Place): string {
  const parts = [
    seconds !== undefined && `seconds=${seconds}`,
    passage && `passage=${passage.start}-${passage.length}`,
    page !== undefined && !passage && `page=${page}`,
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** A link to a document, or a place in it, that opens over the page. */
export function DocumentLink({
  id,
  place = {},
  className,
  children,
}: {
  id: number;
  place?: Place;
  className?: string;
  children: ReactNode;
}) {
  const { isOpen, open, close } = useInHistory();
  const search = searchOf(place);
  const openHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <a href={`/documents/${id}${search}`} onClick={openHere} className={className}>
        {children}
      </a>
      {isOpen && (
        <Suspense>
          <PreviewDialog id={id} place={place} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
